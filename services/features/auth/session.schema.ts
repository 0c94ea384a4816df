import { z } from 'zod';
import { id, message, requiredLine } from '../../platform/http/fields.js';
import { emailField, nameField, userSchema } from '../users/users.schema.js';

/** Who is signed in and what the portal's screens need to know before anything else. */
export const sessionSchema = z
  .object({
    user: userSchema.extend({
      isOperator: z.boolean(),
      hasPassword: z.boolean(),
      hasSecondFactor: z.boolean(),
      avatar: z.string().nullable(),
    }),
    studio: z
      .object({
        id,
        name: z.string(),
        currency: z.string(),
        timeZone: z.string(),
        requiresSecondFactor: z.boolean(),
      })
      .nullable(),
    /** True while every call but those that set up two-step sign-in answers 403 `second_factor_required`. */
    owesSecondFactor: z.boolean(),
    devMode: z.boolean(),
    /** Whether clients pay by the demonstration. */
    demoPayments: z.boolean(),
    limits: z.object({ maxStagingBytes: z.number().int(), maxFileBytes: z.number().int() }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof sessionSchema>;

/** What a browser may know before anyone has signed in. */
export const portalSchema = z
  .object({
    devMode: z.boolean(),
    /** True until somebody can sign in who runs the installation. */
    needsSetup: z.boolean(),
    /** Whether that asks for the code which the console has printed. */
    setupNeedsCode: z.boolean(),
    /** What the provider is called by which people may sign in as well; null without one. */
    singleSignOn: z.string().nullable(),
    /** False where mails stay in a folder of the installation: links have to be handed over another way. */
    mailLeaves: z.boolean(),
  })
  .meta({ id: 'Portal' });
export type PortalView = z.infer<typeof portalSchema>;

/** A password that stands already, which has to be filled in. */
export const passwordField = (missing: string) => z.string().min(1, missing).max(128).meta(message(missing));

export const signInSchema = z
  .object({ email: emailField, password: passwordField('Password is required') })
  .meta({ id: 'SignIn' });
export type SignIn = z.infer<typeof signInSchema>;

export const devSignInSchema = z.object({ role: z.enum(['engineer', 'client']) }).meta({ id: 'DevSignIn' });
export type DevSignIn = z.infer<typeof devSignInSchema>;

const TOO_SHORT = 'Password must be at least 8 characters long';
export const newPassword = z.string().min(8, TOO_SHORT).max(128).meta(message(TOO_SHORT));

export const setupSchema = z
  .object({
    name: nameField,
    email: emailField,
    password: newPassword,
    studioName: requiredLine(200, 'Studio name is required'),
    /** From the console; not needed on the machine itself. */
    code: z.string().max(40).optional(),
  })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof setupSchema>;
