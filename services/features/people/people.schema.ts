import { z } from 'zod';
import { projectRoles } from '../../platform/domain-words.js';
import { id } from '../../platform/http/fields.js';
import { newClientSchema } from '../users/users.schema.js';

const role = z.enum(projectRoles);

export const projectPersonSchema = z
  .object({
    /** That of their account once they have opened the project. */
    id,
    name: z.string(),
    /** Only for those who may invite. */
    email: z.string().nullable(),
    role,
    /** Whether it is the project's client, who always decides and cannot be removed. */
    isClient: z.boolean(),
    /** False for an invited person until they open the project. */
    joined: z.boolean(),
    /** The invitation link for the engineer to pass on, if the portal sends no mail and the invitation is open. */
    inviteLink: z.string().nullable(),
    can: z.object({ changeRole: z.boolean(), remove: z.boolean() }),
  })
  .meta({ id: 'ProjectPerson' });

export const projectPeopleSchema = z
  .object({
    /** The client first, then the others in the order in which they were invited. */
    people: z.array(projectPersonSchema),
    engineer: z.object({ id, name: z.string() }),
  })
  .meta({ id: 'ProjectPeople' });
export type ProjectPeopleView = z.infer<typeof projectPeopleSchema>;

export const invitePersonSchema = newClientSchema.extend({ role }).meta({ id: 'InvitePerson' });
export type InvitePerson = z.infer<typeof invitePersonSchema>;

export const changeRoleSchema = z.object({ role }).meta({ id: 'ChangeRole' });
export type ChangeRole = z.infer<typeof changeRoleSchema>;
