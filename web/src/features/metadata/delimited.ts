/** Separators of spreadsheets, and of the clipboard. */
const SEPARATORS = ['\t', ';', ','] as const;

/**
 * Reads CSV or copied cells: quotes (RFC 4180), any line end, a byte order mark. Unless it is given, the
 * separator is the one that the first line has most of. Empty lines are skipped.
 */
export function parseDelimited(text: string, separator = separatorOf(text)): string[][] {
  const body = text.replace(/^\ufeff/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(plainCell(cell));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < body.length; at++) {
    const character = body[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (body[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && body[at + 1] === '\n') at++;
      endRow();
    } else cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** An exported cell has an apostrophe before what a spreadsheet would take for a formula. */
const plainCell = (cell: string): string =>
  cell.replace(/(^|[;\t\r\n])'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '$1').trim();

function separatorOf(text: string): string {
  const outsideQuotes = text.replace(/"(?:[^"]|"")*"/g, '');
  const line = outsideQuotes.split(/[\r\n]/).find((each) => each.trim() !== '') ?? '';
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}
