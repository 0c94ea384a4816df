import { z } from 'zod';
import { id, line } from '../../platform/http/fields.js';
import { emailField, userSchema } from '../users/users.schema.js';

/** Who is signed in and what the portal's screens need to know before anything else. */
export const sessionSchema = z
  .object({
    user: userSchema.extend({ isOperator: z.boolean() }),
    studio: z.object({ id, name: z.string(), currency: z.string(), timeZone: z.string() }).nullable(),
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
    /** True until the installation has its first account. */
    needsSetup: z.boolean(),
  })
  .meta({ id: 'Portal' });
export type PortalView = z.infer<typeof portalSchema>;

export const signInSchema = z
  .object({ email: emailField, password: z.string().min(1).max(128) })
  .meta({ id: 'SignIn' });
export type SignIn = z.infer<typeof signInSchema>;

export const devSignInSchema = z.object({ role: z.enum(['engineer', 'client']) }).meta({ id: 'DevSignIn' });
export type DevSignIn = z.infer<typeof devSignInSchema>;

export const newPassword = z.string().min(8, 'Password must be at least 8 characters long').max(128);

export const setupSchema = z
  .object({ name: line(200, 1), email: emailField, password: newPassword, studioName: line(200, 1) })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof setupSchema>;
