import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.js';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Tracks, slots or staged files of a project changed, so that its suggestions are out of date. */
export const structureChanged = defineEvent('tracks.structure-changed', z.object({ projectId: id }));

/**
 * Raises the project's staging revision and asks for new suggestions, unless somebody has asked who is not answered yet:
 * many changes make one computation. The caller holds the project's lock.
 */
export async function changeStructure(tx: Tx, projectId: string): Promise<void> {
  const [project] = await tx.query<{ wasCurrent: boolean }>(
    `UPDATE projects SET staging_revision = staging_revision + 1 WHERE id = $1
     RETURNING suggested_revision >= staging_revision - 1 AS "wasCurrent"`,
    [projectId],
  );
  if (project?.wasCurrent) tx.emit(structureChanged, { projectId });
}
