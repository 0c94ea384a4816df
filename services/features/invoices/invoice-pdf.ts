import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { formatMoney } from '../../platform/money.js';
import type { Studio } from '../studio/studio.entity.js';
import type { Invoice, InvoiceParty } from './invoice.entity.js';

type Document = PDFKit.PDFDocument;
type Brand = Pick<Studio, 'name' | 'brandName' | 'brandColor' | 'brandLogo' | 'timeZone' | 'paymentInstructions'>;

export interface InvoiceDocument {
  invoice: Invoice;
  projectTitle: string;
  brand: Brand;
}

/** Points: an A4 page, its margins and what stands between them. */
const MARGIN = 56;
const RIGHT = 595.28 - MARGIN;
const WIDTH = RIGHT - MARGIN;
const HALF = WIDTH / 2 - 12;
const LOGO = { width: 180, height: 44 };

const INK = '#16181d';
const QUIET = '#5b6270';
const RULE = '#d8dce2';
const PRODUCT_COLOR = '#0FADA8';
const STAMPS: Partial<Record<Invoice['status'], { text: string; color: string }>> = {
  paid: { text: 'PAID', color: '#1d7a48' },
  cancelled: { text: 'CANCELLED', color: '#b3262b' },
};

/** Latin, Greek, Cyrillic and more: the fonts that are in every PDF reader have only western letters. */
const fonts = {
  regular: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
  bold: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
};

/** One invoice as an A4 document. It has ended: read or pipe it. Nothing is fetched for it. */
export function renderInvoice(invoice: Invoice, projectTitle: string, brand: Brand): Document {
  const title = `Invoice #${invoice.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    font: '',
    lang: 'en',
    info: { Title: title, Author: clean(invoice.issuer.name), CreationDate: invoice.createdAt },
  });
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, file);
  head(pdf, invoice, title, brand);
  const partiesY = pdf.y;
  const endOfIssuer = party(pdf, 'From', invoice.issuer, MARGIN, partiesY);
  const endOfRecipient = party(pdf, 'Bill to', invoice.recipient, MARGIN + HALF + 24, partiesY);
  pdf.y = Math.max(endOfIssuer, endOfRecipient) + 24;
  dates(pdf, invoice, brand.timeZone);
  amounts(pdf, invoice, projectTitle);
  paragraph(pdf, 'Notes', invoice.notes);
  if (!STAMPS[invoice.status]) paragraph(pdf, 'How to pay', brand.paymentInstructions);
  pdf.end();
  return pdf;
}

function head(pdf: Document, { status, issuer }: Invoice, title: string, brand: Brand): void {
  pdf.rect(0, 0, pdf.page.width, 6).fill(brand.brandColor || PRODUCT_COLOR);
  if (!logo(pdf, brand.brandLogo)) {
    const name = clean(brand.brandName || issuer.name || brand.name);
    pdf.font('bold').fontSize(15).fillColor(INK).text(name, MARGIN, MARGIN, { width: HALF });
  }
  const endOfBrand = Math.max(pdf.y, MARGIN + LOGO.height);
  pdf
    .font('bold')
    .fontSize(20)
    .fillColor(INK)
    .text(title, MARGIN + HALF + 24, MARGIN, { width: HALF, align: 'right' });
  const stamp = STAMPS[status];
  if (stamp) {
    pdf.fontSize(12);
    const width = pdf.widthOfString(stamp.text) + 24;
    const y = pdf.y + 6;
    pdf
      .roundedRect(RIGHT - width, y, width, 26, 4)
      .lineWidth(1.5)
      .stroke(stamp.color);
    pdf.fillColor(stamp.color).text(stamp.text, RIGHT - width, y + 6, { width, align: 'center', lineBreak: false });
    pdf.y = y + 26;
  }
  pdf.y = Math.max(pdf.y, endOfBrand) + 32;
}

/** Draws the logo when it is a PNG or JPEG that travels in its own address; answers whether it did. */
function logo(pdf: Document, address: string): boolean {
  const [, data] = /^data:image\/(?:png|jpe?g);base64,([\w+/=]+)$/.exec(address) ?? [];
  if (!data) return false;
  try {
    pdf.image(Buffer.from(data, 'base64'), MARGIN, MARGIN, { fit: [LOGO.width, LOGO.height] });
    return true;
  } catch {
    return false;
  }
}

/** Answers where it ends. */
function party(pdf: Document, heading: string, who: InvoiceParty, x: number, y: number): number {
  const column = { width: HALF };
  label(pdf, heading, x, y);
  pdf
    .font('bold')
    .fontSize(10)
    .fillColor(INK)
    .text(clean(who.name), x, pdf.y + 3, column);
  pdf.font('regular').fontSize(9).fillColor(QUIET);
  for (const text of [who.address, who.email, who.taxId && `Tax ID: ${who.taxId}`]) {
    if (text) pdf.text(clean(text), x, pdf.y + 2, column);
  }
  return pdf.y;
}

function dates(pdf: Document, { createdAt, dueDate, paidAt, paidVia }: Invoice, timeZone: string): void {
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

function amounts(pdf: Document, { amountCents, currency }: Invoice, projectTitle: string): void {
  const amount = formatMoney(amountCents, currency);
  const amountX = RIGHT - 150;
  const headY = pdf.y;
  label(pdf, 'Description', MARGIN, headY);
  label(pdf, 'Amount', amountX, headY, { width: 150, align: 'right' });
  rule(pdf, pdf.y + 6);
  const rowY = pdf.y + 16;
  pdf.font('regular').fontSize(10).fillColor(INK);
  pdf.text(amount, amountX, rowY, { width: 150, align: 'right' });
  pdf.text(clean(projectTitle), MARGIN, rowY, { width: WIDTH - 170 });
  rule(pdf, pdf.y + 10);
  const totalY = pdf.y + 22;
  pdf
    .font('bold')
    .fontSize(12)
    .text('Total', MARGIN, totalY, { width: WIDTH - 220 });
  pdf.text(amount, RIGHT - 200, totalY, { width: 200, align: 'right' });
  pdf.y += 32;
}

function paragraph(pdf: Document, heading: string, text: string): void {
  if (!text) return;
  label(pdf, heading, MARGIN, pdf.y);
  pdf
    .font('regular')
    .fontSize(9)
    .fillColor(INK)
    .text(clean(text), MARGIN, pdf.y + 3, { width: WIDTH, lineGap: 2 });
  pdf.y += 14;
}

function label(
  pdf: Document,
  text: string,
  x: number,
  y: number,
  options: PDFKit.Mixins.TextOptions = { width: HALF },
): void {
  pdf.font('regular').fontSize(8).fillColor(QUIET).text(text, x, y, options);
}

function rule(pdf: Document, y: number): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(RULE);
}

const day = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }).format(date);

/** Text that the page can take: line breaks as \n, other control characters and half characters gone. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ');
