import type { Tx } from '../../platform/database/tx.js';
import { AcceptedCheck } from './accepted-check.entity.js';

type CheckKey = Pick<AcceptedCheck, 'audioId' | 'slotType' | 'code'>;

/** Records that a user accepted these findings and why; an existing acceptance is kept. */
export async function acceptChecks(tx: Tx, keys: CheckKey[], userId: string, reason: string | null): Promise<void> {
  const rows = keys.map((key) => ({ ...key, userId, reason }));
  await tx.manager.createQueryBuilder().insert().into(AcceptedCheck).values(rows).orIgnore().execute();
}

export async function withdrawAcceptances(tx: Tx, keys: CheckKey[]): Promise<void> {
  await tx.manager.createQueryBuilder().delete().from(AcceptedCheck).whereInIds(keys).execute();
}
