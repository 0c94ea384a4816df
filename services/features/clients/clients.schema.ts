import { z } from 'zod';
import { id, line, text, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';
import { newPassword } from '../auth/sessions/session.schema.js';
import { nameField, newClientSchema, userSchema } from '../users/users.schema.js';

export const inviteSchema = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    projectId: id.nullable(),
    status: z.enum(['pending', 'accepted', 'expired', 'cancelled', 'declined']),
    createdAt: time,
    expiresAt: time,
    /** Whether delivery of its mail was given up; it can be sent again. */
    mailFailed: z.boolean(),
    /**
     * The invitation link, if the portal sends no mail and the engineer has to pass it on; otherwise only the mail
     * contains it.
     */
    link: z.string().nullable(),
  })
  .meta({ id: 'Invite' });
export type InviteView = z.infer<typeof inviteSchema>;

export const createInviteSchema = newClientSchema.extend({ projectId: id.optional() }).meta({ id: 'CreateInvite' });
export type CreateInvite = z.infer<typeof createInviteSchema>;

export const tokenField = text(200);

/** The data for the page that an invitation link opens. */
export const invitationSchema = z
  .object({
    email: z.string(),
    name: z.string(),
    studioName: z.string(),
    /** The project that the invitation is about. */
    project: z.object({ id, title: z.string() }).nullable(),
    /** Whether the address has an account. Its owner then signs in instead of setting a password. */
    hasAccount: z.boolean(),
    /** E-mail address of the signed-in user. */
    signedInAs: z.string().nullable(),
  })
  .meta({ id: 'Invitation' });
export type InvitationView = z.infer<typeof invitationSchema>;

/** An invitation that waits for the caller's answer on their home page. */
export const openInviteSchema = z
  .object({
    id,
    studioName: z.string(),
    /** Name of the engineer who sent it. */
    invitedBy: z.string(),
    /** The project that the invitation is about. */
    projectTitle: z.string().nullable(),
    expiresAt: time,
  })
  .meta({ id: 'OpenInvite' });
export type OpenInvite = z.infer<typeof openInviteSchema>;
export const openInvitesSchema = z.array(openInviteSchema);

export const acceptInviteSchema = z
  .object({ name: nameField.optional(), password: newPassword.optional() })
  .meta({ id: 'AcceptInvite' });
export type AcceptInvite = z.infer<typeof acceptInviteSchema>;

export const acceptedSchema = z.object({ user: userSchema }).meta({ id: 'AcceptedInvite' });

export const clientSchema = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    /** Time at which they became a client of this studio. */
    createdAt: time,
    /** Whether they have an account and share their profile with the studio, so no invitation is open. */
    joined: z.boolean(),
    /** Whether this studio has suspended them. */
    suspended: z.boolean(),
    projectCount: z.number().int(),
    lastProjectAt: time.nullable(),
    /** The latest projects, at most three. */
    projects: z.array(z.object({ id, title: z.string() })),
    /** Invoiced sums by currency. */
    sums: z.array(z.object({ currency: z.string(), paidCents: z.number().int(), openCents: z.number().int() })),
    /** When the client last commented, answered or sent a file. */
    lastContactAt: time.nullable(),
    /** The latest invitation. */
    invite: inviteSchema.nullable(),
  })
  .meta({ id: 'Client' });
export type ClientView = z.infer<typeof clientSchema>;

export const clientListQuery = pageQuery.extend({ search: line(200).optional() });
export type ClientListQuery = z.infer<typeof clientListQuery>;
