import { z } from 'zod';
import { id } from '../../platform/http/fields.js';
import { userSchema } from '../users/users.schema.js';

/** Who is signed in and what the portal's screens need to know before anything else. */
export const sessionSchema = z
  .object({
    user: userSchema.extend({ isOperator: z.boolean() }),
    studio: z.object({ id, name: z.string(), currency: z.string(), timeZone: z.string() }).nullable(),
    devMode: z.boolean(),
    limits: z.object({ maxStagingBytes: z.number().int(), maxFileBytes: z.number().int() }),
  })
  .meta({ id: 'Session' });

/** What a browser may know before anyone has signed in. */
export const portalSchema = z
  .object({
    devMode: z.boolean(),
    /** True until the installation has its first account. */
    needsSetup: z.boolean(),
  })
  .meta({ id: 'Portal' });

export const devSignInSchema = z.object({ role: z.enum(['engineer', 'client']) }).meta({ id: 'DevSignIn' });

export const setupSchema = z
  .object({
    name: z.string().trim().min(1).max(200),
    email: userSchema.shape.email.trim().toLowerCase().pipe(z.email()),
    password: z.string().min(8, 'Password must be at least 8 characters long').max(128),
    studioName: z.string().trim().min(1).max(200),
  })
  .meta({ id: 'Setup' });
