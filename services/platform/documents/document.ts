import { runsOf } from './letters.js';
import { heightOfMixed, writeMixed } from './mixed-text.js';
import { Pdf } from './pdf.js';

export type { Pdf } from './pdf.js';

/** The sender of the document. */
export interface DocumentBrand {
  name: string;
  /** #RRGGBB, or empty for the product's own colour. */
  color: string;
  /** A PNG or JPEG as a data URL, or empty. */
  logo: string;
}

/** Points: an A4 page, its margins and the space between them. */
export const MARGIN = 56;
export const RIGHT = 595.28 - MARGIN;
export const BOTTOM = 841.89 - MARGIN;
export const WIDTH = RIGHT - MARGIN;
export const HALF = WIDTH / 2 - 12;
/** Where the second of two columns begins. */
export const SECOND_HALF = MARGIN + HALF + 24;
const LOGO = { width: 180, height: 44 };

export const INK = '#16181d';
export const QUIET = '#5b6270';
const RULE = '#d8dce2';
const PRODUCT_COLOR = '#0FADA8';

interface Origin {
  title: string;
  author: string;
  createdAt: Date;
}

/** An empty A4 document with its first page. Nothing is fetched for it. `finishDocument` ends it. */
export function createDocument({ title, author, createdAt }: Origin): Pdf {
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    font: '',
    lang: 'en',
    bufferPages: true,
    info: { Title: clean(title), Author: clean(author), CreationDate: createdAt },
  });
  return pdf;
}

/** Draws the brand on the left and the title on the right; returns where each ends. */
export function head(pdf: Pdf, brand: DocumentBrand, title: string): { endOfBrand: number; endOfTitle: number } {
  if (!logo(pdf, brand.logo)) {
    write(pdf.font('bold').fontSize(15).fillColor(INK), brand.name, MARGIN, MARGIN, { width: HALF });
  }
  const endOfBrand = Math.max(pdf.y, MARGIN + LOGO.height);
  pdf.font('bold').fontSize(20).fillColor(INK).text(title, SECOND_HALF, MARGIN, { width: HALF, align: 'right' });
  return { endOfBrand, endOfTitle: pdf.y };
}

/** Draws the logo if there is one that can be drawn; returns whether it did. */
function logo(pdf: Pdf, address: string): boolean {
  const [, data] = /^data:image\/(?:png|jpe?g);base64,([\w+/=]+)$/.exec(address) ?? [];
  if (!data) return false;
  try {
    pdf.image(Buffer.from(data, 'base64'), MARGIN, MARGIN, { fit: [LOGO.width, LOGO.height] });
    return true;
  } catch {
    return false;
  }
}

/** Writes the brand and the number on each page and ends the document: it can be read or piped. */
export function finishDocument(pdf: Pdf, brand: DocumentBrand, title: string): Pdf {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index);
    pdf.rect(0, 0, pdf.page.width, 6).fill(brand.color || PRODUCT_COLOR);
    // The line is in the margin, where text would otherwise continue on the next page.
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(7.5).fillColor(QUIET);
    line(pdf, brand.name, MARGIN, BOTTOM + 22, { width: HALF });
    line(pdf, `${title} · Page ${index + 1} of ${count}`, SECOND_HALF, BOTTOM + 22, { width: HALF, align: 'right' });
  }
  pdf.end();
  return pdf;
}

/** Height of a text that `write` writes. */
export function heightOf(pdf: Pdf, text: string, options: PDFKit.Mixins.TextOptions): number {
  const runs = runsOf(clean(text), (letter) => pdf.has(letter));
  return runs.some(({ file }) => file)
    ? heightOfMixed(pdf, runs, options)
    : pdf.heightOfString(runs.map((run) => run.text).join(''), options);
}

/** One line, shortened with an ellipsis if it is too long. */
export function line(pdf: Pdf, text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void {
  write(pdf, text.replaceAll(/[\r\n]+/g, ' '), x, y, {
    height: pdf.currentLineHeight(),
    ellipsis: true,
    ...options,
  });
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]/u;

/**
 * Writes text typed by people, such as a name. Right-to-left words are reordered when they are alone or before a file's
 * extension: the font reverses each run that it lays out, which is a word, or a line when features are requested.
 */
export function write(pdf: Pdf, text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void {
  const runs = runsOf(clean(text), (letter) => pdf.has(letter));
  if (runs.some(({ file }) => file)) {
    writeMixed(pdf, runs, x, y, options);
    return;
  }
  const shown = runs.map((run) => run.text).join('');
  const [, words = '', extension = ''] = /^(.*?)(\.\w{1,5})?$/s.exec(shown) ?? [];
  if (!RIGHT_TO_LEFT.test(words) || LEFT_TO_RIGHT.test(words)) {
    pdf.text(words + extension, x, y, options);
    return;
  }
  pdf.text(words, x, y, { ...options, features: [], continued: extension !== '' });
  if (extension) pdf.text(extension, { continued: false });
}

export function label(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  options: PDFKit.Mixins.TextOptions = { width: HALF },
): void {
  pdf.font('regular').fontSize(8).fillColor(QUIET).text(text, x, y, options);
}

export function rule(pdf: Pdf, y: number): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(RULE);
}

/** Begins a new page when the current one has less room than that. */
export function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > BOTTOM) pdf.addPage();
}

export const day = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }).format(date);

/** With the time zone, because the reader may be in another. */
export const moment = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date);

/** Text that the page can show: line breaks as \n, without other control characters and unpaired surrogates. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ');
