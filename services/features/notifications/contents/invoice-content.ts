import type { EntityManager } from 'typeorm';
import { longDay } from '../../../platform/dates.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import { formatMoney } from '../../../platform/money.js';
import { hasFinals } from '../../files/files.service.js';
import { Invoice } from '../../invoices/invoice.entity.js';
import { finalsUnlocked } from '../../projects/projects.policy.js';
import { type Content, listed, type MailedNotification, sentence } from './content.js';
import { lineRows } from './line-rows.js';
import { finalTracks } from './masters-content.js';

/** The invoice with its amount, due date and how to pay; `pdf` is attached. */
export async function invoiceContent(
  manager: EntityManager,
  { notification, project, studio }: MailedNotification,
  {
    pdf,
    demoPayments,
  }: { pdf: (invoiceId: string) => Promise<NonNullable<Mail['attachments']>[number]>; demoPayments: boolean },
): Promise<Content | null> {
  const { invoiceId } = notification.metadata;
  const invoice = invoiceId ? await manager.findOneBy(Invoice, { id: invoiceId }) : null;
  if (!invoice) return null;
  const howToPay = demoPayments
    ? 'How to pay: press the button. This is a demonstration, and no money moves.'
    : studio.paymentInstructions
      ? `How to pay:\n${studio.paymentInstructions}`
      : 'How to pay: reply to this email, and the studio will tell you.';
  return {
    body: [
      sentence(notification.message),
      {
        rows: [
          ['Invoice', `#${invoice.number}`],
          ['Project', project.title],
          ...lineRows(invoice.lines, invoice.currency),
          ['Due', longDay(invoice.dueDate)],
        ],
        total: ['Amount', formatMoney(invoice.amountCents, invoice.currency)],
      },
      ...(invoice.notes ? [invoice.notes] : []),
      howToPay,
      'The invoice is attached as a PDF.',
    ],
    button: { label: demoPayments ? 'Pay invoice' : 'Open invoice', path: `/app/payment/${project.id}` },
    attachments: [await pdf(invoice.id)],
  };
}

/** For the client after a payment: what is ready to download now. */
export async function paymentContent(manager: EntityManager, mailed: MailedNotification): Promise<Content | null> {
  const { notification, project, reader } = mailed;
  if (reader.role === 'engineer') return null;
  const opening = sentence(notification.message);
  if (!finalsUnlocked(project) || !(await hasFinals(manager, project.id))) {
    return { heading: 'Payment received', body: [opening, 'Thank you.'], button: undefined };
  }
  return {
    heading: 'Your finals are ready',
    body: [opening, { items: listed(await finalTracks(manager, project.id)) }],
    button: { label: 'Download', path: `/app/projects/${project.id}?tab=files` },
  };
}
