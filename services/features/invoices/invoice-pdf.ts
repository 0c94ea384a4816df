import {
  createDocument,
  day,
  type DocumentBrand,
  finishDocument,
  HALF,
  head,
  heightOf,
  INK,
  keepTogether,
  label,
  MARGIN,
  type Pdf,
  QUIET,
  RIGHT,
  rule,
  SECOND_HALF,
  WIDTH,
  write,
} from '../../platform/documents/document.js';
import type { Currency } from '../../platform/domain-words.js';
import { formatMoney } from '../../platform/money.js';
import { lineCents, type OrderLine } from '../orders/order-lines.lib.js';
import type { Invoice, InvoiceParty } from './invoice.entity.js';

export interface InvoiceDocument {
  invoice: Invoice;
  projectTitle: string;
  brand: DocumentBrand;
  /** Time zone of the studio. */
  timeZone: string;
  /** The studio's payment instructions. */
  howToPay: string;
}

const STAMPS: Partial<Record<Invoice['status'], { text: string; color: string }>> = {
  paid: { text: 'PAID', color: '#1d7a48' },
  cancelled: { text: 'CANCELLED', color: '#b3262b' },
};

/** Renders an invoice as a finished A4 document. */
export function renderInvoice({ invoice, projectTitle, brand, timeZone, howToPay }: InvoiceDocument): Pdf {
  const title = `Invoice #${invoice.number}`;
  const pdf = createDocument({ title, author: invoice.issuer.name, createdAt: invoice.createdAt });
  const { endOfBrand } = head(pdf, brand, title);
  stamp(pdf, invoice.status);
  pdf.y = Math.max(pdf.y, endOfBrand) + 32;
  const partiesY = pdf.y;
  const endOfIssuer = party(pdf, 'From', invoice.issuer, MARGIN, partiesY);
  const endOfRecipient = party(pdf, 'Bill to', invoice.recipient, SECOND_HALF, partiesY);
  pdf.y = Math.max(endOfIssuer, endOfRecipient) + 24;
  dates(pdf, invoice, timeZone);
  amounts(pdf, invoice, projectTitle);
  paragraph(pdf, 'Notes', invoice.notes);
  if (!STAMPS[invoice.status]) paragraph(pdf, 'How to pay', howToPay);
  return finishDocument(pdf, brand, title);
}

/** Draws the rows below the title. */
function stamp(pdf: Pdf, status: Invoice['status']): void {
  const found = STAMPS[status];
  if (!found) return;
  pdf.fontSize(12);
  const width = pdf.widthOfString(found.text) + 24;
  const y = pdf.y + 6;
  pdf
    .roundedRect(RIGHT - width, y, width, 26, 4)
    .lineWidth(1.5)
    .stroke(found.color);
  pdf.fillColor(found.color).text(found.text, RIGHT - width, y + 6, { width, align: 'center', lineBreak: false });
  pdf.y = y + 26;
}

/** Returns the y position below it. */
function party(pdf: Pdf, heading: string, who: InvoiceParty, x: number, y: number): number {
  const column = { width: HALF };
  label(pdf, heading, x, y);
  write(pdf.font('bold').fontSize(10).fillColor(INK), who.name, x, pdf.y + 3, column);
  pdf.font('regular').fontSize(9).fillColor(QUIET);
  for (const text of [who.address, who.email, who.taxId && `Tax ID: ${who.taxId}`]) {
    if (text) write(pdf, text, x, pdf.y + 2, column);
  }
  return pdf.y;
}

function dates(pdf: Pdf, { createdAt, dueDate, paidAt, paidVia }: Invoice, timeZone: string): void {
  const y = pdf.y;
  const paid = paidVia === 'demo' ? 'Paid (demo, no real payment)' : 'Paid';
  const columns = [
    ['Issued', day(createdAt, timeZone)],
    ['Due', day(new Date(`${dueDate}T00:00:00Z`), 'UTC')],
    ...(paidAt ? [[paid, day(paidAt, timeZone)]] : []),
  ] as [string, string][];
  columns.forEach(([heading, text], index) => {
    const x = MARGIN + index * (WIDTH / 3);
    label(pdf, heading, x, y);
    pdf
      .font('regular')
      .fontSize(10)
      .fillColor(INK)
      .text(text, x, pdf.y + 3, { width: WIDTH / 3 - 12 });
  });
  pdf.y += 28;
}

const AMOUNT_WIDTH = 150;

function amounts(pdf: Pdf, { amountCents, currency, lines }: Invoice, projectTitle: string): void {
  const amount = formatMoney(amountCents, currency);
  const headY = pdf.y;
  label(pdf, 'Description', MARGIN, headY);
  label(pdf, 'Amount', RIGHT - AMOUNT_WIDTH, headY, { width: AMOUNT_WIDTH, align: 'right' });
  rule(pdf, pdf.y + 6);
  pdf.y += 16;
  if (lines.length === 0) row(pdf, projectTitle, amount);
  else write(pdf.font('bold').fontSize(10).fillColor(INK), projectTitle, MARGIN, pdf.y, { width: WIDTH });
  for (const line of lines) {
    pdf.y += 6;
    row(pdf, line.description, formatMoney(lineCents(line), currency), countOf(line, currency));
  }
  keepTogether(pdf, 60);
  rule(pdf, pdf.y + 10);
  const totalY = pdf.y + 22;
  pdf
    .font('bold')
    .fontSize(12)
    .text('Total', MARGIN, totalY, { width: WIDTH - 220 });
  pdf.text(amount, RIGHT - 200, totalY, { width: 200, align: 'right' });
  pdf.y += 32;
}

/** '10 × $45.00' of a line with several things. */
const countOf = ({ quantity, unitCents }: OrderLine, currency: Currency): string =>
  quantity === 1 ? '' : `${quantity} × ${formatMoney(unitCents, currency)}`;

/** A row of the table: a text of any length, a note below it, and the amount. */
function row(pdf: Pdf, text: string, amount: string, note = ''): void {
  const width = WIDTH - AMOUNT_WIDTH - 20;
  pdf.font('regular').fontSize(10).fillColor(INK);
  keepTogether(pdf, heightOf(pdf, text, { width }) + 18);
  const { y } = pdf;
  pdf.text(amount, RIGHT - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
  write(pdf, text, MARGIN, y, { width });
  if (note) write(pdf.fontSize(8.5).fillColor(QUIET), note, MARGIN, pdf.y + 1, { width });
}

function paragraph(pdf: Pdf, heading: string, text: string): void {
  if (!text) return;
  label(pdf, heading, MARGIN, pdf.y);
  write(pdf.font('regular').fontSize(9).fillColor(INK), text, MARGIN, pdf.y + 3, { width: WIDTH, lineGap: 2 });
  pdf.y += 14;
}
