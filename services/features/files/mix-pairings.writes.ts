import type { Tx } from '../../platform/database/tx.js';
import { MixPairing } from './mix-pairing.entity.js';

/**
 * Replaces the pairings of a project that no person chose. Returns whether any has changed. A file that was deleted, or that a person
 * has paired in the meantime, is left alone.
 */
export async function notePairings(tx: Tx, projectId: string, pairings: MixPairing[]): Promise<boolean> {
  const changed = await tx.query<{ fileId: string }>(
    `WITH found AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb)
         AS found("fileId" uuid, "trackId" uuid, "decidedBy" text, choices uuid[])
     ), gone AS (
       DELETE FROM mix_pairings p USING files f
       WHERE f.id = p.file_id AND f.project_id = $1 AND p.decided_by IS DISTINCT FROM 'person'
         AND p.file_id NOT IN (SELECT "fileId" FROM found)
       RETURNING p.file_id
     ), stored AS (
       INSERT INTO mix_pairings (file_id, track_id, decided_by, choices)
       SELECT "fileId", t.id, "decidedBy", choices FROM found
         JOIN files f ON f.id = "fileId" AND f.deleted_at IS NULL
         LEFT JOIN tracks t ON t.id = "trackId"
       WHERE "trackId" IS NULL OR t.id IS NOT NULL
       ON CONFLICT (file_id) DO UPDATE
         SET track_id = excluded.track_id, decided_by = excluded.decided_by, choices = excluded.choices
         WHERE mix_pairings.decided_by IS DISTINCT FROM 'person'
           AND (mix_pairings.track_id, mix_pairings.decided_by, mix_pairings.choices)
             IS DISTINCT FROM (excluded.track_id, excluded.decided_by, excluded.choices)
       RETURNING file_id
     )
     SELECT file_id AS "fileId" FROM gone UNION ALL SELECT file_id FROM stored`,
    [projectId, JSON.stringify(pairings)],
  );
  return changed.length > 0;
}

/** Stores a person's choice; null if the file belongs to no track. */
export async function pairByHand(tx: Tx, fileId: string, trackId: string | null): Promise<void> {
  await tx.manager.upsert(MixPairing, { fileId, trackId, decidedBy: 'person', choices: [] }, ['fileId']);
}
