import { z } from 'zod';
import { id, line, text, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';
import { newPassword } from '../auth/session.schema.js';
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
    /** Whether its mail was given up; it can be sent again. */
    mailFailed: z.boolean(),
    /** For the engineer to hand over, where no mail leaves the portal; otherwise only the mail has it. */
    link: z.string().nullable(),
  })
  .meta({ id: 'Invite' });
export type InviteView = z.infer<typeof inviteSchema>;

export const createInviteSchema = newClientSchema.extend({ projectId: id.optional() }).meta({ id: 'CreateInvite' });
export type CreateInvite = z.infer<typeof createInviteSchema>;

export const tokenField = text(200);

/** What the page behind an invite's link shows. */
export const invitationSchema = z
  .object({
    email: z.string(),
    name: z.string(),
    studioName: z.string(),
    /** What it is about. */
    project: z.object({ id, title: z.string() }).nullable(),
    /** Whether the address has an account: its owner signs in and sets no password. */
    hasAccount: z.boolean(),
    /** The address of whoever is signed in. */
    signedInAs: z.string().nullable(),
  })
  .meta({ id: 'Invitation' });
export type InvitationView = z.infer<typeof invitationSchema>;

/** A question that waits for the caller on their home. */
export const openInviteSchema = z
  .object({
    id,
    studioName: z.string(),
    /** The engineer who has sent it. */
    invitedBy: z.string(),
    /** What it is about. */
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
    /** Since when they are a client of this studio. */
    createdAt: time,
    /** Whether they have an account and the studio may read its profile: there is nothing left to be accepted. */
    joined: z.boolean(),
    /** Whether this studio keeps them out. */
    suspended: z.boolean(),
    projectCount: z.number().int(),
    lastProjectAt: time.nullable(),
    /** The newest. */
    invite: inviteSchema.nullable(),
  })
  .meta({ id: 'Client' });
export type ClientView = z.infer<typeof clientSchema>;

export const clientListQuery = pageQuery.extend({ search: line(200).optional() });
export type ClientListQuery = z.infer<typeof clientListQuery>;
