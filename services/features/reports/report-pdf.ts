import { formatBytes } from '../../platform/bytes.js';
import {
  BOTTOM,
  createDocument,
  day,
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
  RIGHT,
  rule,
  WIDTH,
  write,
} from '../../platform/documents/document.js';
import { clockTime, oneDecimal } from '../../platform/text.js';
import type { CheckView } from '../audio/audio.schema.js';
import type { FileView } from '../files/files.schema.js';
import type { ReportedMaster, ReportPart } from './report-parts.js';

export interface ReportDocument {
  brand: DocumentBrand;
  /** Time zone of the studio. */
  timeZone: string;
  projectTitle: string;
  clientName: string;
  madeAt: Date;
  parts: ReportPart[];
  /** The lines that the client has agreed to. */
  ordered: string[];
  /** Everything that is ordered and not released. */
  missing: string[];
}

const TITLE = 'Mastering report';
const OPEN = '#9a5b00';
const GOOD = '#1d7a48';
const ROW = 16;
/** Height of a master's block without findings and earlier versions. */
const BLOCK = 150;
const COLUMN = WIDTH / 6;

/** Renders a project's releases as a finished A4 document: an overview, then each master with all its facts. */
export function renderReport(report: ReportDocument): Pdf {
  const { brand, projectTitle, madeAt, timeZone, parts } = report;
  const pdf = createDocument({ title: `${TITLE}: ${projectTitle}`, author: brand.name, createdAt: madeAt });
  const { endOfBrand, endOfTitle } = head(pdf, brand, TITLE);
  pdf.y = Math.max(endOfBrand, endOfTitle) + 24;
  summary(pdf, report);
  const masters = parts.flatMap((part) => part.masters.map((master) => ({ part, ...master })));
  if (masters.length > 0) overview(pdf, masters);
  else pdf.font('regular').fontSize(10).fillColor(INK).text('Nothing has been released yet.', MARGIN, pdf.y);
  orders(pdf, report);
  for (const part of parts) {
    if (part.masters.length === 0 && part.missing.length === 0) continue;
    heading(pdf, part);
    for (const master of part.masters) details(pdf, master, timeZone);
    for (const place of part.missing) note(pdf, `${place}: nothing has been released yet.`);
  }
  return finishDocument(pdf, brand, TITLE);
}

function summary(pdf: Pdf, { projectTitle, clientName, madeAt, timeZone, parts }: ReportDocument): void {
  write(pdf.font('bold').fontSize(16).fillColor(INK), projectTitle, MARGIN, pdf.y, { width: WIDTH });
  const y = pdf.y + 10;
  const masters = parts.flatMap((part) => part.masters);
  const columns = [
    ['Client', clientName],
    ['Tracks', String(parts.filter(({ number }) => number !== null).length)],
    ['Masters', String(masters.length)],
    ['Made', moment(madeAt, timeZone)],
  ] as const;
  const starts = [0, 0.34, 0.46, 0.58, 1].map((share) => MARGIN + share * WIDTH);
  columns.forEach(([name, value], index) => {
    const x = starts[index]!;
    const width = starts[index + 1]! - x - 10;
    label(pdf, name, x, y, { width });
    pdf.font('regular').fontSize(10).fillColor(INK);
    write(pdf, value, x, y + 12, { width, height: 26, ellipsis: true });
  });
  pdf.y = y + 48;
}

type ListedMaster = ReportedMaster & { part: ReportPart };

/** Heading and width of each column, and a master's value in it. */
const COLUMNS: { name: string; width: number; right?: boolean; of: (master: ListedMaster) => string }[] = [
  { name: '#', width: 24, of: ({ part }) => String(part.number ?? '') },
  { name: 'Track', width: 136, of: ({ part, file }) => (part.number === null ? file.fileName : part.title) },
  { name: 'Slot', width: 88, of: ({ place }) => place },
  { name: 'Length', width: 42, right: true, of: ({ file }) => lengthOf(file) },
  { name: 'LUFS', width: 42, right: true, of: ({ file }) => level(file.analysis.loudness?.integratedLufs) },
  { name: 'dBTP', width: 42, right: true, of: ({ file }) => level(file.analysis.truePeakDbtp) },
  { name: 'Remarks', width: 48, right: true, of: ({ file }) => remarks(file.checks) },
  { name: 'Client', width: 61.28, right: true, of: ({ file }) => VERDICTS[verdictOf(file)].short },
];

const VERDICTS = {
  approved: { short: 'Approved', long: 'Approved', color: GOOD },
  changes_requested: { short: 'Changes', long: 'Changes requested', color: OPEN },
  none: { short: '–', long: '', color: QUIET },
};

function verdictOf({ approval }: FileView): keyof typeof VERDICTS {
  return approval && !approval.void ? approval.verdict : 'none';
}

/** The number of remarks that have not been accepted. */
function remarks(checks: readonly CheckView[]): string {
  const open = checks.filter(({ accepted }) => accepted === null).length;
  if (checks.length === 0) return '–';
  return open > 0 ? `${open} open` : 'accepted';
}

function overview(pdf: Pdf, masters: readonly ListedMaster[]): void {
  const names = () => {
    let x = MARGIN;
    const { y } = pdf;
    for (const { name, width, right } of COLUMNS) {
      label(pdf, name, right ? x + 6 : x, y, { width: width - 6, align: right ? 'right' : 'left' });
      x += width;
    }
    pdf.y = y + 12;
    rule(pdf, pdf.y);
  };
  names();
  for (const master of masters) {
    if (pdf.y + ROW > BOTTOM) {
      pdf.addPage();
      names();
    }
    const y = pdf.y + 4;
    let x = MARGIN;
    pdf.font('regular').fontSize(8).fillColor(INK);
    for (const { width, right, of } of COLUMNS) {
      line(pdf, of(master), right ? x + 6 : x, y, { width: width - 6, align: right ? 'right' : 'left' });
      x += width;
    }
    pdf.y = y + ROW - 4;
  }
  rule(pdf, pdf.y + 2);
  pdf.y += 10;
}

/** Prices are left out: the engineer may pass the report on. */
function orders(pdf: Pdf, { ordered, missing }: ReportDocument): void {
  if (ordered.length === 0) return;
  keepTogether(pdf, 40);
  pdf
    .font('bold')
    .fontSize(12)
    .fillColor(INK)
    .text('Ordered', MARGIN, pdf.y + 14);
  rule(pdf, pdf.y + 4);
  pdf.y += 12;
  for (const each of ordered) note(pdf, each, INK);
  note(
    pdf,
    missing.length > 0 ? `Not released yet: ${missing.join(', ')}` : 'Everything that was ordered is released.',
  );
}

function heading(pdf: Pdf, { number, title, isrc }: ReportPart): void {
  pdf.font('bold').fontSize(12).fillColor(INK);
  const indent = number === null ? 0 : pdf.widthOfString(`${number}  `);
  const width = WIDTH - indent - (isrc ? 150 : 0);
  keepTogether(pdf, 26 + heightOf(pdf, title, { width }) + BLOCK);
  const y = pdf.y + 14;
  if (number !== null) pdf.text(String(number), MARGIN, y, { width: indent });
  write(pdf, title, MARGIN + indent, y, { width });
  const end = pdf.y;
  if (isrc) {
    pdf.font('regular').fontSize(8).fillColor(QUIET);
    line(pdf, `ISRC ${isrc}`, RIGHT - 140, y + 3, { width: 140, align: 'right' });
  }
  rule(pdf, end + 4);
  pdf.y = end + 12;
}

function details(pdf: Pdf, { place, file, earlier }: ReportedMaster, timeZone: string): void {
  keepTogether(pdf, BLOCK);
  const { analysis, checks, sha256 } = file;
  pdf.font('bold').fontSize(9.5).fillColor(INK).text(place, MARGIN, pdf.y, { width: WIDTH });
  write(pdf.font('regular').fontSize(8.5), file.originalName, MARGIN, pdf.y + 1, { width: WIDTH });
  pdf.y += 6;
  figures(pdf, [
    ['Format', formatOf(file), 2],
    ['Length', lengthOf(file)],
    ['Size', formatBytes(file.sizeBytes)],
    ['Released', day(new Date(file.createdAt), timeZone), 2],
  ]);
  const { loudness } = analysis;
  if (loudness) {
    figures(pdf, [
      ['Integrated', level(loudness.integratedLufs, 'LUFS')],
      ['Loudness range', level(loudness.lraLu, 'LU')],
      ['Max short-term', level(loudness.maxShortTermLufs, 'LUFS')],
      ['Max momentary', level(loudness.maxMomentaryLufs, 'LUFS')],
      ['True peak', level(analysis.truePeakDbtp, 'dBTP')],
      ['Sample peak', level(analysis.samplePeakDbfs, 'dBFS')],
    ]);
  } else note(pdf, analysis.error?.message ?? 'The analysis is still running, so there are no measurements yet.');
  for (const check of checks) remark(pdf, check, timeZone);
  if (loudness && checks.length === 0) note(pdf, 'Checks: no issues found.');
  verdict(pdf, file, timeZone);
  if (sha256) {
    const y = pdf.y;
    label(pdf, 'SHA-256', MARGIN, y, { width: 60 });
    pdf
      .font('mono')
      .fontSize(7.5)
      .fillColor(INK)
      .text(sha256, MARGIN + 60, y, { width: WIDTH - 60 });
    pdf.y += 3;
  }
  for (const version of earlier) replaced(pdf, version, timeZone);
  pdf.y += 12;
}

/** Values below their labels in six columns; each value takes one or more columns. */
function figures(pdf: Pdf, values: [name: string, value: string, columns?: number][]): void {
  keepTogether(pdf, 28);
  const { y } = pdf;
  let x = MARGIN;
  for (const [name, value, columns = 1] of values) {
    const width = columns * COLUMN - 8;
    label(pdf, name, x, y, { width });
    pdf.font('regular').fontSize(9).fillColor(INK);
    line(pdf, value, x, y + 11, { width });
    x += columns * COLUMN;
  }
  pdf.y = y + 28;
}

function remark(pdf: Pdf, { message, threshold, atS, accepted }: CheckView, timeZone: string): void {
  keepTogether(pdf, 30);
  const { y } = pdf;
  pdf.circle(MARGIN + 3, y + 5, 2.5).fill(accepted ? QUIET : OPEN);
  const text = { width: WIDTH - 12 };
  write(pdf.font('regular').fontSize(8.5).fillColor(INK), message, MARGIN + 12, y, text);
  const places = atS.length > 0 ? ` · At ${atS.map(clockTime).join(', ')}` : '';
  const seen = accepted
    ? ` · Seen and accepted by ${accepted.userName}, ${moment(new Date(accepted.at), timeZone)}${accepted.reason ? `: ${accepted.reason}` : ''}`
    : ' · Open';
  write(pdf.fontSize(8).fillColor(QUIET), `Expected: ${threshold}${places}${seen}`, MARGIN + 12, pdf.y, text);
  pdf.y += 4;
}

function verdict(pdf: Pdf, file: FileView, timeZone: string): void {
  const { approval } = file;
  if (!approval) return note(pdf, 'The client has not approved it or requested changes yet.');
  const { long, color } = VERDICTS[approval.verdict];
  keepTogether(pdf, 28);
  const given = `${long} by ${approval.userName}, ${moment(new Date(approval.createdAt), timeZone)}`;
  pdf.font('bold').fontSize(8.5);
  pdf.fillColor(approval.void ? QUIET : color);
  const shown = approval.void ? `${given} (void: the file has changed since)` : given;
  write(pdf, shown, MARGIN, pdf.y, { width: WIDTH });
  if (approval.note) {
    write(pdf.font('regular').fillColor(INK), `“${approval.note}”`, MARGIN, pdf.y + 1, { width: WIDTH });
  }
  pdf.y += 4;
}

/** An earlier version in one line, with its checksum. */
function replaced(pdf: Pdf, file: FileView, timeZone: string): void {
  keepTogether(pdf, 22);
  const { approval, createdAt, originalName, sha256 } = file;
  const said = approval && `${VERDICTS[approval.verdict].long} by ${approval.userName}, void`;
  const facts = [day(new Date(createdAt), timeZone), level(file.analysis.loudness?.integratedLufs, 'LUFS'), said];
  pdf.font('regular').fontSize(8).fillColor(QUIET);
  line(pdf, `Replaced: ${originalName} · ${facts.filter(Boolean).join(' · ')}`, MARGIN, pdf.y, { width: WIDTH });
  if (sha256) pdf.font('mono').fontSize(6.5).text(sha256, MARGIN, pdf.y, { width: WIDTH });
  pdf.y += 2;
}

function note(pdf: Pdf, text: string, color = QUIET): void {
  keepTogether(pdf, 14);
  write(pdf.font('regular').fontSize(8.5).fillColor(color), text, MARGIN, pdf.y, { width: WIDTH });
  pdf.y += 4;
}

const lengthOf = ({ analysis: { durationS } }: FileView): string => (durationS === null ? '–' : clockTime(durationS));

/** 'WAV, 24 bit, 96 kHz, stereo'. */
function formatOf({ analysis }: FileView): string {
  const { container, codec, bitsStored, float, sampleRateHz, channels } = analysis;
  if (!container || sampleRateHz === null || channels === null) return '–';
  const bits = bitsStored === null ? codec?.toUpperCase() : `${bitsStored} bit${float ? ' float' : ''}`;
  const width = ['', 'mono', 'stereo'][channels] ?? `${channels} channels`;
  const parts = [container.toUpperCase(), bits, `${sampleRateHz / 1000} kHz`, width];
  return [...new Set(parts)].join(', ');
}

/** Tables omit the unit. */
function level(value: number | null | undefined, unit = ''): string {
  return value == null ? '–' : `${oneDecimal(value)} ${unit}`.trim();
}
