import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.js';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Tracks, slots or staged files of a project changed, so that its suggestions are out of date. */
export const structureChanged = defineEvent('tracks.structure-changed', z.object({ projectId: id }));

/** Raises the project's staging revision and asks for new suggestions; the caller holds the project's lock. */
export async function changeStructure(tx: Tx, projectId: string): Promise<void> {
  await tx.query('UPDATE projects SET staging_revision = staging_revision + 1 WHERE id = $1', [projectId]);
  tx.emit(structureChanged, { projectId });
}
