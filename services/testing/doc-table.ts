import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';

const docs = join(import.meta.dirname, '../../docs');

/**
 * Expects that a page of `docs/` has this table between its marks, so that it says what the tests use. With
 * `UPDATE_DOCS=1` the page is written instead. The first row has the headings.
 */
export function expectTableInDocs(page: string, name: string, rows: readonly (readonly string[])[]): void {
  const path = join(docs, page);
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [`<!-- table: ${name} -->\n`, '<!-- end -->'];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${page} has no marks for the table ${name}`);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const table = `\n${[line(rows[0]!), rule, ...rows.slice(1).map(line)].join('\n')}\n\n`;
  const whole = text.slice(0, from + begin.length) + table + text.slice(to);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, whole);
  else expect(text).toBe(whole);
}
