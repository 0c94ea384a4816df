import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.js';
import { type LiveTopic, projectStatuses } from '../../platform/domain-words.js';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';
import type { Project } from './project.entity.js';

/** A project's status changed. `byHand` is true if a user chose it; `actorId` is null if the system acted. */
export const projectStatusChanged = defineEvent(
  'projects.status-changed',
  z.object({
    projectId: id,
    from: z.enum(projectStatuses),
    to: z.enum(projectStatuses),
    byHand: z.boolean(),
    actorId: id.nullable(),
  }),
);

/** A person was invited to a project or removed from one: their open event streams check their access again. */
export const publishRolesChange = (tx: Tx, userId: string): void =>
  tx.live({ topic: 'session', studioId: null, userIds: [userId] });

/** Topics that a project's browsers can be notified of. Staging is visible to the studio only. */
type ProjectTopic = Extract<
  LiveTopic,
  'activity' | 'album' | 'comments' | 'files' | 'metadata' | 'projects' | 'quotes' | StudioTopic
>;
type StudioTopic = 'staging' | 'tracks';
const studioTopics: readonly ProjectTopic[] = ['staging', 'tracks'] satisfies StudioTopic[];

/** SQL: notifies the browsers of the studio of the row `projects` immediately, for statements outside a transaction. */
export const publishStudioChange = (topic: string): string =>
  `pg_notify('live', jsonb_build_object(
     'topic', ${topic}, 'projectId', projects.id, 'studioId', projects.studio_id, 'userIds', '[]'::jsonb)::text)`;

/** Notifies the browsers of a project's studio of a change, and those of its people if the topic concerns them. */
export function publishProjectChange(
  tx: Tx,
  { id: projectId, studioId, clientId }: Pick<Project, 'id' | 'studioId'> & { clientId: string | null },
  ...topics: ProjectTopic[]
): void {
  for (const topic of topics) {
    if (clientId === null || studioTopics.includes(topic)) tx.live({ topic, projectId, studioId });
    else {
      const people = topic === 'quotes' ? 'deciders' : 'all';
      tx.live({ topic, projectId, studioId, userIds: [clientId], people });
    }
  }
}
