/** One line of RFC 4180. A cell that a spreadsheet would take for a formula is led in by an apostrophe. */
export function csvRow(cells: (string | number | null)[]): string {
  const quoted = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const text = /^[=+\-@\t\r]/.test(cell ?? '') ? `'${cell}` : (cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}
