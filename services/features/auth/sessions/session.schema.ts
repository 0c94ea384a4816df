import { z } from 'zod';
import { id, message, requiredLine } from '../../../platform/http/fields.js';
import { emailField, nameField, userSchema } from '../../users/users.schema.js';

/** The signed-in user and the settings that the portal's screens need first. */
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
    /** True while all calls except those for setting up two-step sign-in return 403 `second_factor_required`. */
    owesSecondFactor: z.boolean(),
    devMode: z.boolean(),
    /** Whether payments are only simulated. */
    demoPayments: z.boolean(),
    limits: z.object({ maxStagingBytes: z.number().int(), maxFileBytes: z.number().int() }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof sessionSchema>;

/** Settings that are public before signing in. */
export const portalSchema = z
  .object({
    devMode: z.boolean(),
    /** True until an operator can sign in. */
    needsSetup: z.boolean(),
    /** Whether the set-up requires the code printed on the console. */
    setupNeedsCode: z.boolean(),
    /** Name of the single sign-on provider; null without one. */
    singleSignOn: z.string().nullable(),
    /** False if mails only go to a folder of the installation, so links have to be passed on in another way. */
    mailLeaves: z.boolean(),
  })
  .meta({ id: 'Portal' });
export type PortalView = z.infer<typeof portalSchema>;

/** An existing password, which is required but not checked for strength. */
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
    /** The code from the console; not needed on the machine itself. */
    code: z.string().max(40).optional(),
  })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof setupSchema>;
