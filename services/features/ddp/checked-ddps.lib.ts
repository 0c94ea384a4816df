import type { EntityManager } from 'typeorm';
import type { Finding } from '../../ddp/findings.js';
import { msf } from '../../ddp/time.js';
import { selectRows } from '../../platform/database/rows.js';
import type { DdpReport } from './report.js';

/** A staged or released archive with all that was found about the DDPs in it. */
export interface CheckedDdp {
  fileId: string;
  isStaged: boolean;
  fileName: string;
  /** Such as `12 tracks · 45:10:22 · identical to the CD masters`; null for several DDPs, or if nothing could be read. */
  facts: string | null;
  findings: { severity: Finding['level']; text: string }[];
}

const REPORTS = `
  SELECT delivered.*, report
  FROM (
    SELECT id AS "fileId", true AS "isStaged", original_name AS "fileName", audio_id, project_id
    FROM staging_files WHERE hidden_at IS NULL AND status <> 'released'
    UNION ALL
    SELECT id, false, original_name, audio_id, project_id FROM files WHERE deleted_at IS NULL
  ) delivered JOIN ddp_reports reports USING (audio_id, project_id)
  WHERE project_id = $1 AND report IS NOT NULL
  ORDER BY "fileId", part`;

/** The DDPs of a project that have been read. */
export async function checkedDdps(manager: EntityManager, projectId: string): Promise<CheckedDdp[]> {
  const rows = await selectRows<Omit<CheckedDdp, 'facts' | 'findings'> & { report: DdpReport }>(manager, REPORTS, [
    projectId,
  ]);
  return [...Map.groupBy(rows, ({ fileId }) => fileId)].map(([fileId, parts]) => {
    const [{ isStaged, fileName, report }] = parts as [(typeof parts)[number]];
    const isOne = parts.length === 1;
    const findings = parts.flatMap((part) => findingsOf(part.report, isOne ? '' : `${part.report.folder}: `));
    return { fileId, isStaged, fileName, facts: isOne ? factsOf(report) : null, findings };
  });
}

function findingsOf({ refusal, findings }: DdpReport, prefix: string): CheckedDdp['findings'] {
  const refused = refusal === null ? [] : [{ level: 'error' as const, message: refusal }];
  return [...refused, ...findings].map(({ level, message }) => ({ severity: level, text: `${prefix}${message}` }));
}

function factsOf({ tracks, frames, isSame }: DdpReport): string | null {
  if (tracks.length === 0) return null;
  const facts = [`${tracks.length} ${tracks.length === 1 ? 'track' : 'tracks'}`, msf(frames)];
  return [...facts, isSame && 'identical to the CD masters'].filter(Boolean).join(' · ');
}
