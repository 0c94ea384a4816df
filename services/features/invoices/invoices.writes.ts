import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { Invoice } from './invoice.entity.js';

type NewInvoice = Pick<
  Invoice,
  'studioId' | 'projectId' | 'number' | 'amountCents' | 'currency' | 'dueDate' | 'issuer' | 'recipient'
>;

export const addInvoice = (tx: Tx, invoice: NewInvoice & Partial<Invoice>): Promise<Invoice> =>
  tx.manager.save(tx.manager.create(Invoice, invoice));

/** Pauses or resumes reminders. Reminders that became due during the pause are not sent later. */
export async function pauseReminders(tx: Tx, invoiceId: string, paused: boolean): Promise<void> {
  const changes = paused ? { remindersPaused: true } : { remindersPaused: false, remindersFrom: clock.now() };
  await tx.manager.update(Invoice, { id: invoiceId }, changes);
}
