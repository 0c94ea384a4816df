import type { ProbeFacts } from '../../platform/audio/facts.js';
import type { Tx } from '../../platform/database/tx.js';
import type { HeaderHint } from './header.schema.js';
import { contradictionOf } from './header-mismatch.policy.js';
import { closeArrival } from './staged-files.writes.js';

interface Arrival {
  id: string;
  audioId: string;
  header: HeaderHint | null;
  isPlanned: boolean;
}

/**
 * Compares the headers that browsers read with the files' own headers (null if a header cannot be read) and stores how
 * they differ. Returns the ids of the audio whose files have a planned slot; `ArrivalsWorker` places those. The caller
 * holds the project's lock.
 */
export async function checkArrivals(tx: Tx, headers: ReadonlyMap<string, ProbeFacts | null>): Promise<string[]> {
  const arrivals = await tx.query<Arrival>(
    `UPDATE staging_files SET header = CASE WHEN planned_slot_id IS NULL THEN NULL ELSE header END
     WHERE audio_id = ANY($1) AND (header IS NOT NULL OR planned_slot_id IS NOT NULL)
     RETURNING id, audio_id AS "audioId", OLD.header, planned_slot_id IS NOT NULL AS "isPlanned"`,
    [[...headers.keys()]],
  );
  for (const { id, audioId, header, isPlanned } of arrivals) {
    const own = headers.get(audioId);
    const contradiction = own && header && !isPlanned ? contradictionOf(header, own) : null;
    if (contradiction) await closeArrival(tx, id, contradiction);
  }
  return arrivals.filter(({ isPlanned }) => isPlanned).map(({ audioId }) => audioId);
}
