import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { NotYetError } from '../../platform/events/handler.js';

/** Audio of visible staged files and of project files, with its project. */
const HELD = `
  SELECT staged.audio_id, project_id FROM staging_files staged WHERE hidden_at IS NULL
  UNION ALL
  SELECT file.audio_id, project_id FROM files file WHERE completed_at IS NOT NULL AND deleted_at IS NULL`;

/** Projects that wait for an analysis, a lossless version, a disc or the report on a DDP. */
const WAITING = `
  SELECT project_id FROM audio JOIN (${HELD}) held ON held.audio_id = audio.id WHERE audio.state = 'queued'
  UNION ALL
  SELECT project_id FROM audio JOIN (${HELD}) held ON held.audio_id = audio.id WHERE audio.lossless_state = 'making'
  UNION ALL SELECT project_id FROM disc_images WHERE state = 'reading'
  UNION ALL SELECT project_id FROM ddp_reports WHERE state = 'reading'`;

/**
 * Shares this process's slots for reading sound fairly between studios. While a studio with fewer running jobs is
 * waiting, one with more gives way, so that a few slow files of one studio do not hold up everyone else.
 */
@Injectable()
export class StudioShares {
  private readonly running = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /**
   * Runs `work` and counts it against the studio of the project or audio.
   * @throws NotYetError when another studio comes first.
   */
  async run<T>(of: { projectId: string } | { audioId: string }, work: () => Promise<T>): Promise<T> {
    const [found] = await this.database.query<{ studioId: string; anotherStudioFirst: boolean }>(
      `WITH share AS (SELECT * FROM unnest($3::uuid[], $4::int[]) AS share (studio_id, running)),
         own AS (
           SELECT projects.studio_id, coalesce(running, 0) AS running
           FROM projects LEFT JOIN share USING (studio_id)
           WHERE projects.id = coalesce($1, (SELECT project_id FROM (${HELD}) held WHERE audio_id = $2 LIMIT 1)))
       SELECT own.studio_id AS "studioId", own.running > 0 AND EXISTS (
         SELECT FROM (${WAITING}) waiting JOIN projects ON projects.id = project_id LEFT JOIN share USING (studio_id)
         WHERE projects.studio_id <> own.studio_id AND coalesce(share.running, 0) < own.running
       ) AS "anotherStudioFirst"
       FROM own`,
      [
        'projectId' in of ? of.projectId : null,
        'audioId' in of ? of.audioId : null,
        [...this.running.keys()],
        [...this.running.values()],
      ],
    );
    if (!found) return work();
    const { studioId, anotherStudioFirst } = found;
    if (anotherStudioFirst) throw new NotYetError('The sound of another studio comes first');
    this.running.set(studioId, (this.running.get(studioId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = this.running.get(studioId)! - 1;
      if (left > 0) this.running.set(studioId, left);
      else this.running.delete(studioId);
    }
  }
}
