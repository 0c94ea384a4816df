import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { AcceptedCheck } from './accepted-check.entity.js';

type CheckKey = Pick<AcceptedCheck, 'audioId' | 'slotType'>;

/** Records that a user accepted these findings; an existing acceptance is kept. */
export async function acceptChecks(tx: Tx, place: CheckKey, codes: string[], userId: string): Promise<void> {
  const rows = codes.map((code) => ({ ...place, code, userId }));
  await tx.manager.createQueryBuilder().insert().into(AcceptedCheck).values(rows).orIgnore().execute();
}

export async function withdrawAcceptance(tx: Tx, place: CheckKey, codes: string[]): Promise<void> {
  await tx.manager.delete(AcceptedCheck, { ...place, code: In(codes) });
}
