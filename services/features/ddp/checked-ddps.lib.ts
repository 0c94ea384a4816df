import type { EntityManager } from 'typeorm';
import type { Finding } from '../../ddp/findings.js';
import { msf } from '../../ddp/time.js';
import { selectRows } from '../../platform/database/rows.js';
import { outdatedDdps } from '../orders/disc-plans.lib.js';
import type { DdpReportState } from './ddp-report.entity.js';
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

interface PartRow extends Omit<CheckedDdp, 'facts' | 'findings'> {
  audioId: string;
  part: number;
  state: DdpReportState;
  /** Null until it has been read for the first time. */
  report: DdpReport | null;
}

const REPORTS = `
  SELECT delivered.*, part, state, report
  FROM (
    SELECT id AS "fileId", true AS "isStaged", original_name AS "fileName", audio_id AS "audioId", project_id
    FROM staging_files WHERE hidden_at IS NULL AND status <> 'released'
    UNION ALL
    SELECT id, false, original_name, audio_id, project_id FROM files WHERE deleted_at IS NULL
  ) delivered JOIN ddp_reports reports ON reports.audio_id = "audioId" AND reports.project_id = delivered.project_id
  WHERE delivered.project_id = $1 AND state <> 'reading'
  ORDER BY "fileId", part`;

const UNREADABLE = 'It could not be read because the file store did not answer as expected. Check it again.';
const OUTDATED = 'The album, its metadata, a CD master or the way of checking has changed since. Check it again.';

/** The DDPs of a project that have been read and are not being read again. */
export async function checkedDdps(manager: EntityManager, projectId: string): Promise<CheckedDdp[]> {
  const rows = await selectRows<PartRow>(manager, REPORTS, [projectId]);
  if (rows.length === 0) return [];
  const outdated = await outdatedDdps(manager, projectId);
  return [...Map.groupBy(rows, ({ fileId }) => fileId)].map(([fileId, parts]) => {
    const [{ isStaged, fileName, report }] = parts as [PartRow];
    const isOne = parts.length === 1;
    const all = parts.map((row) => {
      const isOutdated = outdated.some(({ audioId, part }) => audioId === row.audioId && part === row.part);
      return { isOutdated, findings: findingsOf(row, isOutdated, isOne) };
    });
    return {
      fileId,
      isStaged,
      fileName,
      facts: isOne && report ? factsOf(report, all[0]!) : null,
      findings: all.flatMap(({ findings }) => findings),
    };
  });
}

function findingsOf({ state, report }: PartRow, isOutdated: boolean, isOne: boolean): CheckedDdp['findings'] {
  const errors = [state === 'failed' && UNREADABLE, isOutdated && OUTDATED, report?.refusal].filter(
    (message) => typeof message === 'string',
  );
  const found = [...errors.map((message) => ({ level: 'error' as const, message })), ...(report?.findings ?? [])];
  const prefix = isOne || !report?.folder ? '' : `${report.folder}: `;
  return found.map(({ level, message }) => ({ severity: level, text: `${prefix}${message}` }));
}

function factsOf(
  report: DdpReport,
  { isOutdated, findings }: { isOutdated: boolean; findings: CheckedDdp['findings'] },
): string | null {
  const { tracks, frames } = report;
  if (tracks.length === 0) return null;
  const facts = [`${tracks.length} ${tracks.length === 1 ? 'track' : 'tracks'}`, msf(frames)];
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  return [...facts, !isOutdated && soundOf(report, hasErrors)].filter(Boolean).join(' · ');
}

function soundOf({ verdict }: DdpReport, hasErrors: boolean): string | false {
  if (verdict === null || verdict === 'different') return false;
  if (verdict === 'more') return 'not only the CD masters';
  return hasErrors ? 'sound identical to the CD masters' : 'identical to the CD masters';
}
