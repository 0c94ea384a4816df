/**
 * The start of a cell for spreadsheets that also separate by semicolons, tabs or lines, followed by a character that
 * begins a formula.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@])/g;

/** One line of RFC 4180 with every cell quoted. An apostrophe keeps a spreadsheet from reading text as a formula. */
export function csvRow(cells: (string | number | null)[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'string' ? cell.replace(FORMULA, "$1'") : String(cell ?? '');
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}
