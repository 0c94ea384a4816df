import { expect, it } from '@jest/globals';
import { csvRow } from './csv.js';

it('quotes every cell', () => {
  expect(csvRow(['plain', 'say "hi", twice', null, -1.5, ''])).toBe('"plain","say ""hi"", twice","","-1.5",""\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['fine;=1+1', "fine;'=1+1"],
  ['fine\t@SUM(A1)', "fine\t'@SUM(A1)"],
  ['fine\r\n-1', "fine\r\n'-1"],
  [';=1;+2', ";'=1;'+2"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
  ['\u202e=1', "'=1"],
  ['\ufeff=1', "'=1"],
  ['a-b = c+d@e', 'a-b = c+d@e'],
])('neutralises formulas in %j', (text, cell) => {
  expect(csvRow([text])).toBe(`"${cell}"\r\n`);
});

it('leaves out characters that hide or reorder text, and keeps joiners', () => {
  expect(csvRow(['invoice\u202efdp.exe', 'a\u200b\u2066b', '\u{1f469}\u200d\u{1f3a4}'])).toBe(
    '"invoicefdp.exe","ab","\u{1f469}\u200d\u{1f3a4}"\r\n',
  );
});
