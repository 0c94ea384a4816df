import type { Database } from '../../platform/database/database.js';
import { DependencyUnavailableError } from '../../platform/events/handler.js';

/** Audio of visible staged files and of project files, with its project. */
const HELD = `
  SELECT staged.audio_id, project_id FROM staging_files staged WHERE hidden_at IS NULL
  UNION ALL
  SELECT file.audio_id, project_id FROM files file WHERE completed_at IS NOT NULL AND deleted_at IS NULL`;

/**
 * Shares this process's analysis slots fairly between studios. While a studio with fewer running analyses is waiting, one
 * with more gives way, so that a few slow files of one studio do not hold up everyone else.
 */
export class AnalysisShares {
  private readonly running = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /**
   * Runs `analyse` and counts it against the audio's studio.
   * @throws DependencyUnavailableError when another studio comes first.
   */
  async run<T>(audioId: string, analyse: () => Promise<T>): Promise<T> {
    const [held] = await this.database.query<{ studioId: string; anotherStudioFirst: boolean }>(
      `WITH share AS (SELECT * FROM unnest($2::uuid[], $3::int[]) AS share (studio_id, running)),
         own AS (
           SELECT projects.studio_id, coalesce(running, 0) AS running FROM (${HELD}) held
             JOIN projects ON projects.id = project_id LEFT JOIN share USING (studio_id)
           WHERE audio_id = $1 LIMIT 1)
       SELECT own.studio_id AS "studioId", own.running > 0 AND EXISTS (
         SELECT FROM audio JOIN (${HELD}) held ON held.audio_id = audio.id JOIN projects ON projects.id = project_id
           LEFT JOIN share USING (studio_id)
         WHERE audio.state = 'queued' AND projects.studio_id <> own.studio_id AND coalesce(share.running, 0) < own.running
       ) AS "anotherStudioFirst"
       FROM own`,
      [audioId, [...this.running.keys()], [...this.running.values()]],
    );
    if (!held) return analyse();
    const { studioId, anotherStudioFirst } = held;
    if (anotherStudioFirst) throw new DependencyUnavailableError('The analyses of another studio come first');
    this.running.set(studioId, (this.running.get(studioId) ?? 0) + 1);
    try {
      return await analyse();
    } finally {
      const left = this.running.get(studioId)! - 1;
      if (left > 0) this.running.set(studioId, left);
      else this.running.delete(studioId);
    }
  }
}
