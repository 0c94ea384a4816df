import type { Run } from './letters.js';
import type { Pdf } from './pdf.js';

type Options = PDFKit.Mixins.TextOptions;

/** Letters between which a line may end without a space, and the signs that stay with the letter before them. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const STAYS = /[、。，．！？：；）」』】〉》〕ーゝ々…・]/u;

/** Writes a text in several fonts, which PDFKit cannot: lines are broken, shortened and aligned here. */
export function writeMixed(pdf: Pdf, runs: readonly Run[], x: number, y: number, options: Options): void {
  const step = stepOf(pdf, options);
  let at = y;
  for (const line of linesOf(pdf, runs, options)) {
    if (at + step > pdf.page.maxY()) {
      pdf.addPage();
      at = pdf.page.margins.top;
    }
    const free = (options.width ?? 0) - widthOf(pdf, line);
    let from = x + (options.align === 'right' ? free : options.align === 'center' ? free / 2 : 0);
    for (const run of line) {
      pdf.useFont(run.file).text(run.text, from, at, { lineBreak: false });
      from += pdf.widthOfString(run.text);
    }
    at += step;
  }
  pdf.useFont(null);
  pdf.x = x;
  pdf.y = at;
}

export const heightOfMixed = (pdf: Pdf, runs: readonly Run[], options: Options): number =>
  linesOf(pdf, runs, options).length * stepOf(pdf, options);

const stepOf = (pdf: Pdf, { lineGap = 0 }: Options): number => pdf.useFont(null).currentLineHeight(true) + lineGap;

function widthOf(pdf: Pdf, line: readonly Run[]): number {
  return line.reduce((sum, { text, file }) => sum + pdf.useFont(file).widthOfString(text), 0);
}

function linesOf(pdf: Pdf, runs: readonly Run[], options: Options): Run[][] {
  const { width = Infinity, height = Infinity, ellipsis } = options;
  const lines: Run[][] = [[]];
  let used = 0;
  const feed = () => {
    lines.push([]);
    used = 0;
  };
  for (const piece of piecesOf(runs)) {
    if (piece[0]!.text === '\n') {
      feed();
      continue;
    }
    const needed = widthOf(pdf, piece);
    const isSpace = piece.every(({ text }) => text === ' ');
    if (used > 0 && used + needed > width) feed();
    if (used === 0 && isSpace) continue;
    if (needed <= width) {
      lines.at(-1)!.push(...piece);
      used += needed;
      continue;
    }
    // A word that is longer than a line is broken anywhere.
    for (const letter of piece.flatMap(lettersOf)) {
      const more = widthOf(pdf, [letter]);
      if (used > 0 && used + more > width) feed();
      lines.at(-1)!.push(letter);
      used += more;
    }
  }
  const most = Math.max(1, Math.floor((height + 0.1) / stepOf(pdf, options)));
  const shown = lines.slice(0, most).map(joined);
  if (lines.length > most && ellipsis) shown[most - 1] = shortened(pdf, shown[most - 1]!, width);
  return shown;
}

const lettersOf = ({ text, file }: Run): Run[] => [...text].map((letter) => ({ text: letter, file }));

/** Words, spaces, ends of lines and single East Asian letters, each in one or several fonts. */
function piecesOf(runs: readonly Run[]): Run[][] {
  const pieces: Run[][] = [];
  let before = '';
  for (const letter of runs.flatMap(lettersOf)) {
    const { text } = letter;
    const isAlone = (each: string) => each === ' ' || each === '\n' || EAST_ASIAN.test(each);
    const isNew = before === '' || isAlone(before) || isAlone(text);
    if (isNew && !(STAYS.test(text) && before.trim() !== '')) pieces.push([letter]);
    else pieces.at(-1)!.push(letter);
    before = text;
  }
  return pieces;
}

/** The same letters with those of one font in one run. */
function joined(line: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const { text, file } of line) {
    const last = runs.at(-1);
    if (last && last.file?.language === file?.language && last.file?.part === file?.part) last.text += text;
    else runs.push({ text, file });
  }
  return runs;
}

function shortened(pdf: Pdf, line: readonly Run[], width: number): Run[] {
  const letters = line.flatMap(lettersOf);
  const dots: Run = { text: '…', file: null };
  while (letters.length > 0 && widthOf(pdf, [...letters, dots]) > width) letters.pop();
  return joined([...letters, dots]);
}
