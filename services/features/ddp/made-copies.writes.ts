import type { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import type { MadeKind } from './made-copy.entity.js';

/** Notes that someone has downloaded this version. The first part of a download counts. */
export async function recordCopy(
  database: Database,
  { userId }: Actor,
  project: Pick<Project, 'id' | 'studioId' | 'clientId'>,
  { kind, part, version }: { kind: MadeKind; part: string; version: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO made_copies (project_id, kind, part, version, user_id)
       SELECT id, $2, $3, $4, $5 FROM ${LIVE_PROJECTS} project WHERE id = $1
       ON CONFLICT (project_id, kind, part) DO UPDATE SET version = $4, user_id = $5, made_at = now()`,
      [project.id, kind, part, version, userId],
    );
    publishProjectChange(tx, project, 'album');
  });
}
