import { z } from 'zod';
import { id, requiredLine, text, time } from '../../platform/http/fields.js';
import { newPassword } from '../auth/sessions/session.schema.js';
import { emailField, nameField } from '../users/users.schema.js';

export const engineerInviteSchema = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    status: z.enum(['pending', 'accepted', 'expired']),
    createdAt: time,
    expiresAt: time,
    /** Whether delivery of its mail was given up; inviting again sends another. */
    mailFailed: z.boolean(),
    /**
     * The invitation link, if the portal sends no mail and the operator has to pass it on; otherwise only the mail
     * contains it.
     */
    link: z.string().nullable(),
  })
  .meta({ id: 'EngineerInvite' });
export type EngineerInviteView = z.infer<typeof engineerInviteSchema>;

export const inviteEngineerSchema = z.object({ name: nameField, email: emailField }).meta({ id: 'InviteEngineer' });
export type InviteEngineer = z.infer<typeof inviteEngineerSchema>;

export const engineerToken = text(200);

/** The data for the page that the mailed link opens. */
export const engineerInvitationSchema = z
  .object({ name: z.string(), email: z.string(), invitedBy: z.string() })
  .meta({ id: 'EngineerInvitation' });

export const acceptEngineerInviteSchema = z
  .object({ name: nameField, studioName: requiredLine(200, 'Studio name is required'), password: newPassword })
  .meta({ id: 'AcceptEngineerInvite' });
export type AcceptEngineerInvite = z.infer<typeof acceptEngineerInviteSchema>;
