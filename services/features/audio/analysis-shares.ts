import type { Database } from '../../platform/database/database.js';
import { DependencyUnavailableError } from '../../platform/events/handler.js';

/** Registered audio and the studio whose project holds it. */
const HELD = `
  SELECT staged.audio_id, project_id FROM staging_files staged WHERE hidden_at IS NULL
  UNION ALL
  SELECT file.audio_id, project_id FROM files file WHERE completed_at IS NOT NULL AND deleted_at IS NULL`;

/**
 * Shares the slots for analyses of this process between studios: while another studio waits, one that already has more
 * analyses running gives way, so that a few slow files of one studio do not hold up everybody.
 */
export class AnalysisShares {
  private readonly running = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /** Runs `analyse` in the share of the audio's studio. @throws DependencyUnavailableError when another studio comes first. */
  async run<T>(audioId: string, analyse: () => Promise<T>): Promise<T> {
    const [held] = await this.database.query<{ studioId: string }>(
      `SELECT studio_id AS "studioId" FROM (${HELD}) held JOIN projects ON projects.id = project_id
       WHERE held.audio_id = $1 LIMIT 1`,
      [audioId],
    );
    if (!held) return analyse();
    const { studioId } = held;
    const own = this.running.get(studioId) ?? 0;
    if (own > 0 && (await this.othersWait(studioId, own)))
      throw new DependencyUnavailableError('The analyses of another studio come first');
    this.running.set(studioId, (this.running.get(studioId) ?? 0) + 1);
    try {
      return await analyse();
    } finally {
      const left = this.running.get(studioId)! - 1;
      if (left > 0) this.running.set(studioId, left);
      else this.running.delete(studioId);
    }
  }

  /** Whether a studio with fewer than `own` running analyses has one that is queued. */
  private async othersWait(studioId: string, own: number): Promise<boolean> {
    const asMany = [...this.running].filter(([, count]) => count >= own).map(([id]) => id);
    const waiting = await this.database.query(
      `SELECT FROM audio JOIN (${HELD}) held ON held.audio_id = audio.id JOIN projects ON projects.id = project_id
       WHERE audio.state = 'queued' AND studio_id <> ALL($1) LIMIT 1`,
      [[...new Set([studioId, ...asMany])]],
    );
    return waiting.length > 0;
  }
}
