import { z } from 'zod';
import { id, message, requiredLine, time } from '../../platform/http/fields.js';
import { pastedAddress } from './pasted-address.js';

export const roles = ['engineer', 'client'] as const;

export const userSchema = z
  .object({ id, name: z.string(), email: z.string(), role: z.enum(roles), createdAt: time })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userSchema>;

/** A user as others see them. Clients only see the name of their engineer. */
export const personSchema = userSchema
  .extend({
    email: z.string().nullable(),
    createdAt: time.nullable(),
    /** Whether a client's studio still waits for them to accept its invitation. */
    invited: z.boolean(),
  })
  .meta({ id: 'Person' });
export type PersonView = z.infer<typeof personSchema>;

/**
 * Nothing invisible, unassigned or private: two addresses that look alike must not be two accounts. No marks that separate
 * addresses or enclose them, except in a quoted name of a mailbox, and no empty label in the domain.
 */
const ADDRESS =
  /^(?!.*[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd])([^@,;:<>()[\]"\\]+|"[^@"\\]+")@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u;

export const ONE_ADDRESS = 'Enter one email address, such as kim@example.org';

export const emailField = z
  .string()
  .max(1_000, { error: ONE_ADDRESS, abort: true })
  .regex(/[^\s@]@[^\s@]/, ONE_ADDRESS)
  .transform(pastedAddress)
  .pipe(z.string().toLowerCase().max(254, { error: ONE_ADDRESS, abort: true }).regex(ADDRESS, ONE_ADDRESS))
  .meta(message(ONE_ADDRESS));

export const nameField = requiredLine(200, 'Name is required');

export const newClientSchema = z.object({ name: nameField, email: emailField });
export type NewClient = z.infer<typeof newClientSchema>;

export const createUserSchema = newClientSchema.extend({ role: z.literal('client') }).meta({ id: 'CreateUser' });
export type CreateUser = z.infer<typeof createUserSchema>;
