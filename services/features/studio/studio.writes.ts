import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { Studio } from './studio.entity.js';

export const addStudio = (tx: Tx, studio: Pick<Studio, 'name'> & Partial<Studio>): Promise<Studio> =>
  tx.manager.save(tx.manager.create(Studio, studio));

interface StudioCounter {
  number: number;
  today: string;
  issuer: string;
  address: string;
  taxId: string;
}

/**
 * Takes the studio's next invoice number. The row stays locked until the transaction ends, so that a failure leaves no
 * gap.
 */
export async function takeInvoiceNumber(tx: Tx, studioId: string): Promise<StudioCounter> {
  const [numbered] = await tx.query<StudioCounter>(
    `UPDATE studios SET last_invoice_number = last_invoice_number + 1 WHERE id = $1
     RETURNING last_invoice_number AS number, ($2::timestamptz AT TIME ZONE time_zone)::date::text AS today,
               coalesce(nullif(legal_name, ''), nullif(brand_name, ''), name) AS issuer, address, tax_id AS "taxId"`,
    [studioId, clock.now()],
  );
  return numbered!;
}

export async function updateStudio(tx: Tx, studioId: string, changes: Partial<Studio>): Promise<void> {
  await tx.manager.update(Studio, { id: studioId }, changes);
}
