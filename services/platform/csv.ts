/**
 * The start of a cell for spreadsheets that also separate by semicolons, tabs or lines, followed by a character that
 * begins a formula, also one of full width.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Characters that hide, or display a text in another order than it is written. The joiners spell words and emoji. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

/** One line of RFC 4180 with every cell quoted. An apostrophe keeps a spreadsheet from reading text as a formula. */
export function csvRow(cells: (string | number | null)[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'string' ? cell.replace(INVISIBLE, '').replace(FORMULA, "$1'") : String(cell ?? '');
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}
