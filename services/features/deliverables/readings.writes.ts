import type { Tx } from '../../platform/database/tx.js';
import { DeliverableReading } from './reading.entity.js';
import type { Reading } from './readings.schema.js';

/** Stores what was read from a file, in place of an earlier reading. The audio may have been deleted meanwhile. */
export async function saveReading(tx: Tx, audioId: string, content: Reading): Promise<void> {
  const [known] = await tx.query('SELECT FROM audio WHERE id = $1 FOR SHARE', [audioId]);
  if (known) await tx.manager.upsert(DeliverableReading, { audioId, content }, ['audioId']);
}
