import type { EntityManager } from 'typeorm';
import { selectRows } from '../../platform/database/rows.js';

/** Errors in the released DDPs of a project, those of a refusal included. */
export function ddpErrors(
  manager: EntityManager,
  projectId: string,
): Promise<{ fileId: string; fileName: string; text: string }[]> {
  return selectRows(
    manager,
    `SELECT file.id AS "fileId", file.original_name AS "fileName", error.text
     FROM ddp_reports reports
       JOIN files file ON file.audio_id = reports.audio_id AND file.project_id = reports.project_id
         AND file.deleted_at IS NULL
       CROSS JOIN LATERAL (
         SELECT report->>'refusal' AS text
         UNION ALL
         SELECT finding->>'message' FROM jsonb_array_elements(report->'findings') finding
         WHERE finding->>'level' = 'error'
       ) error
     WHERE reports.project_id = $1 AND error.text IS NOT NULL
     ORDER BY file.id, part`,
    [projectId],
  );
}
