import { type PqRow, signedMsf } from '../../ddp/pq-sheet.js';
import { msf } from '../../ddp/time.js';
import {
  BOTTOM,
  createDocument,
  type DocumentBrand,
  finishDocument,
  head,
  heightOf,
  INK,
  keepTogether,
  label,
  line,
  MARGIN,
  moment,
  type Pdf,
  QUIET,
  rule,
  WIDTH,
  write,
} from '../../platform/documents/document.js';

export interface PqSheetDocument {
  brand: DocumentBrand;
  /** Time zone of the studio. */
  timeZone: string;
  madeAt: Date;
  title: string;
  performer: string;
  /** Further lines of the head: name and value. */
  facts: [name: string, value: string][];
  rows: PqRow[];
  /** Frames: the end of the disc from its start, and from the start of track 1. */
  leadOut: { absolute: number; relative: number };
}

const TITLE = 'PQ sheet';
const ROW = 15;
/** Space between the lines of two rows. */
const BETWEEN_ROWS = 5.5;

const NAME = 'Title';

/** Heading and width of each column, and a row's value in it. */
const COLUMNS: { name: string; width: number; right?: boolean; of: (row: PqRow) => string }[] = [
  { name: 'Track', width: 32, of: ({ track }) => String(track).padStart(2, '0') },
  { name: 'Index', width: 32, of: ({ index }) => String(index).padStart(2, '0') },
  { name: NAME, width: 158.28, of: ({ title, index }) => (index === 0 ? 'Pause' : title) },
  { name: 'ISRC', width: 84, of: ({ isrc }) => isrc },
  { name: 'Start on disc', width: 60, right: true, of: ({ absolute }) => msf(absolute) },
  { name: 'From track 1', width: 60, right: true, of: ({ relative }) => signedMsf(relative) },
  { name: 'Length', width: 57, right: true, of: ({ length }) => msf(length) },
];

/** Renders the times of a disc as an A4 document: its head, a row for each index, and the lead-out. */
export function renderPqSheet(sheet: PqSheetDocument): Pdf {
  const { brand, title, performer, madeAt, rows, leadOut } = sheet;
  const pdf = createDocument({ title: `${TITLE}: ${title}`, author: brand.name, createdAt: madeAt });
  const { endOfBrand, endOfTitle } = head(pdf, brand, TITLE);
  pdf.y = Math.max(endOfBrand, endOfTitle) + 24;
  write(pdf.font('bold').fontSize(16).fillColor(INK), title || 'Untitled', MARGIN, pdf.y, { width: WIDTH });
  if (performer) write(pdf.font('regular').fontSize(11), performer, MARGIN, pdf.y + 2, { width: WIDTH });
  facts(pdf, [...sheet.facts, ['Made', moment(madeAt, sheet.timeZone)]]);
  names(pdf);
  for (const row of rows) {
    // The artist of the album is in the head.
    const artist = row.index !== 0 && row.performer !== performer ? row.performer : '';
    cells(pdf, row.index !== 0, (column) => column.of(row), artist);
  }
  const end: PqRow = { track: 0, index: 1, ...leadOut, length: 0, title: 'Lead-out', performer: '', isrc: '' };
  cells(pdf, true, ({ name, of }) => (name === 'Track' ? 'AA' : name === 'Length' ? '' : of(end)));
  rule(pdf, pdf.y + 2);
  keepTogether(pdf, 40);
  const note =
    'Times are minutes, seconds and frames; a second has 75 frames. “Start on disc” counts from the beginning of the image, as plants do. No track has pre-emphasis or permits digital copies.';
  write(pdf.font('regular').fontSize(8).fillColor(QUIET), note, MARGIN, pdf.y + 12, { width: WIDTH });
  return finishDocument(pdf, brand, TITLE);
}

/** Values below their names, four in a row. */
function facts(pdf: Pdf, all: [string, string][]): void {
  const width = WIDTH / 4;
  let y = pdf.y + 12;
  let end = y;
  all.forEach(([name, value], index) => {
    const column = index % 4;
    if (column === 0 && index > 0) y = end + 11;
    const x = MARGIN + column * width;
    label(pdf, name, x, y, { width: width - 10 });
    write(pdf.font('regular').fontSize(9).fillColor(INK), value || '–', x, y + 11, { width: width - 10 });
    end = Math.max(end, pdf.y);
  });
  pdf.y = end + 18;
}

function names(pdf: Pdf): void {
  let x = MARGIN;
  const { y } = pdf;
  for (const { name, width, right } of COLUMNS) {
    label(pdf, name, right ? x + 6 : x, y, { width: width - 6, align: right ? 'right' : 'left' });
    x += width;
  }
  pdf.y = y + 12;
  rule(pdf, pdf.y);
}

/** A row of the table. Title and artist are never cut: they take as many lines as they need. */
function cells(pdf: Pdf, isMain: boolean, textOf: (column: (typeof COLUMNS)[number]) => string, artist = ''): void {
  const { width: nameWidth } = COLUMNS.find(({ name }) => name === NAME)!;
  const texts = [textOf(COLUMNS.find(({ name }) => name === NAME)!), artist].filter(Boolean);
  const wrapped = { width: nameWidth - 6 };
  pdf.font('regular').fontSize(8);
  const height = texts.reduce((sum, text) => sum + heightOf(pdf, text, wrapped), BETWEEN_ROWS);
  if (pdf.y + Math.max(ROW, height) > BOTTOM) {
    pdf.addPage();
    names(pdf);
  }
  const y = pdf.y + 4;
  let x = MARGIN;
  for (const column of COLUMNS) {
    const { width, right } = column;
    pdf
      .font(right ? 'mono' : 'regular')
      .fontSize(8)
      .fillColor(isMain ? INK : QUIET);
    if (column.name !== NAME) {
      line(pdf, textOf(column), right ? x + 6 : x, y, { width: width - 6, align: right ? 'right' : 'left' });
    } else {
      texts.forEach((text, at) => {
        pdf.fillColor(isMain && at === 0 ? INK : QUIET);
        write(pdf, text, x, at === 0 ? y : pdf.y, wrapped);
      });
    }
    x += width;
  }
  pdf.y = y - 4 + Math.max(ROW, height);
}
