import { z } from 'zod';
import { countries, genres } from '../../platform/domain-words.js';
import { line, message, paragraph, time } from '../../platform/http/fields.js';
import { ownCode } from '../auth/second-factor/second-factor.schema.js';
import { newPassword, passwordField } from '../auth/sessions/session.schema.js';
import { emailField, nameField } from '../users/users.schema.js';

const NO_ADDRESS = 'The website must be an address such as https://example.com';
/** Forms check the pattern; the server also checks rules that a pattern cannot express. */
const website = line(500)
  .regex(/^([Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/]+.*)?$/, { error: NO_ADDRESS, abort: true })
  .refine((value) => value === '' || URL.canParse(value), NO_ADDRESS)
  .meta(message(NO_ADDRESS));

/** An empty text is stored and returned as null. */
const optional = (field: z.ZodType<string, string>) =>
  field
    .nullable()
    .transform((value) => value || null)
    .optional();

export const profileSchema = z
  .object({
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    bio: z.string().nullable(),
    company: z.string().nullable(),
    website: z.string().nullable(),
    preferredGenres: z.array(z.enum(genres)),
    country: z.enum(countries).nullable(),
    /** A picture as a data: URL. */
    avatar: z.string().nullable(),
    createdAt: time,
  })
  .meta({ id: 'Profile' });
export type ProfileView = z.infer<typeof profileSchema>;

export const avatarSchema = z.object({ avatar: z.string() }).meta({ id: 'Avatar' });

/**
 * Absent fields stay as they are. The address is changed by a link to the new one; sending it back unchanged is
 * accepted.
 */
export const updateProfileSchema = z
  .object({
    name: nameField.optional(),
    email: emailField.optional(),
    phone: optional(line(50)),
    address: optional(paragraph(500)),
    bio: optional(paragraph(2_000)),
    company: optional(line(200)),
    website: optional(website),
    preferredGenres: z
      .array(z.enum(genres))
      .max(genres.length)
      .transform((chosen) => [...new Set(chosen)])
      .optional(),
    country: z.enum(countries).nullable().optional(),
  })
  .meta({ id: 'UpdateProfile' });
export type UpdateProfile = z.infer<typeof updateProfileSchema>;

export const changePasswordSchema = z
  .object({ currentPassword: passwordField('Current password is required'), newPassword, code: ownCode })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/** Deleting one's own account requires the password and, where two-step sign-in is on, a code. */
export const deleteUserSchema = z
  .object({ password: z.string().max(128).optional(), code: ownCode })
  .meta({ id: 'DeleteUser' });
export type DeleteUser = z.infer<typeof deleteUserSchema>;
