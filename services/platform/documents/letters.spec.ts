import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { pdfText } from '../../testing/pdf-text.js';
import { createDocument, finishDocument, heightOf, line, type Pdf, write } from './document.js';
import { readLetterFile, runsOf } from './letters.js';
import { outlinedFont } from './outlined-font.js';

const isLatin = (letter: string) => /[\x20-\x7eäéÄ]/.test(letter);
const shown = (text: string) => runsOf(text, isLatin).map((run) => [run.text, run.file?.language ?? null]);

describe('the fonts of a text', () => {
  it('is the font of the document for letters that it has', () => {
    expect(shown('Nächte\nAda')).toEqual([['Nächte\nAda', null]]);
  });

  it('is the font of the language, which kana and Hangul determine, and otherwise the first one with all letters', () => {
    const languages = (text: string) => [...new Set(runsOf(text, isLatin).map(({ file }) => file?.language))];
    expect(languages('東京の夜')).toEqual(['jp']);
    expect(languages('東京')).toEqual(['jp']);
    expect(languages('谢谢你们')).toEqual(['sc']);
    expect(languages('서울의봄')).toEqual(['kr']);
    expect(languages('서울 (Live)')).toEqual(['kr', undefined]);
  });

  it('is missing for other letters, which are written as their numbers', () => {
    expect(shown('a 🎵\ufe0f b')).toEqual([['a [U+1F3B5] b', null]]);
  });
});

async function drawn(draw: (pdf: Pdf) => void) {
  const brand = { name: 'Studio', color: '', logo: '' };
  const pdf = createDocument({ title: 'Test', author: 'Studio', createdAt: new Date(0) });
  draw(pdf.font('regular').fontSize(10));
  return pdfText(await buffer(finishDocument(pdf, brand, 'Test')));
}

describe('a document', () => {
  it('shows Chinese, Japanese and Korean beside other letters, in both weights', async () => {
    const texts = ['東京の夜、静かに Tokyo', '谢谢你们 (Live)', '서울의 봄', 'Ωμέγα', '久石譲 feat. Ada'];
    const { text } = await drawn((pdf) => {
      for (const each of texts) write(pdf.font('regular'), each, 50, pdf.y, { width: 400 });
      for (const each of texts) write(pdf.font('bold'), each, 50, pdf.y, { width: 400 });
    });
    for (const each of texts) expect(text.split(each.replaceAll(' ', ''))).toHaveLength(3);
  });

  it('breaks lines between such letters, words and long words, and keeps signs with the letter before them', async () => {
    const heights: number[] = [];
    const text = '静かな夜。'.repeat(8);
    const found = await drawn((pdf) => {
      const lineHeight = pdf.currentLineHeight(true);
      const linesOf = (each: string, width: number) => Math.round(heightOf(pdf, each, { width }) / lineHeight);
      // Ten letters of 10 points a line; with nine, the sign at the end of a line takes its letter along.
      heights.push(linesOf(text, 101), linesOf(text, 91), linesOf(`${text}\n${text}`, 1000), linesOf('夜', 5));
      heights.push(linesOf(`夜${'x'.repeat(100)}`, 100), linesOf('夜 word word word', 40));
      const { y } = pdf;
      write(pdf, text, 50, y, { width: 101 });
      heights.push(Math.round((pdf.y - y) / lineHeight));
    });
    expect(heights).toEqual([4, 5, 2, 1, 8, 3, 4]);
    expect(found.text).toContain(text);
  });

  it('shortens a single-line text, and continues a long text on the next page', async () => {
    const short = await drawn((pdf) => line(pdf, '静かな夜\nの東京'.repeat(9), 50, 50, { width: 60 }));
    expect(short.text).toContain('静かな夜…');
    expect(short.text).not.toContain('東京');
    const long = await drawn((pdf) => write(pdf, '夜\n'.repeat(100), 50, 50, { width: 100 }));
    expect(long.pages).toBe(2);
    expect(long.text.match(/夜/g)).toHaveLength(100);
  });
});

it('draws letters at the weight', () => {
  const outline = (weight: number) => {
    const file = runsOf('夜', isLatin)[0]!.file!;
    const font = outlinedFont(readLetterFile(file), weight, `N${weight}`, { ascent: 1, descent: 0, lineGap: 0 }) as {
      glyphForCodePoint: (code: number) => { id: number };
      createSubset: () => { includeGlyph: (id: number) => void; encode: () => Uint8Array };
    };
    const subset = font.createSubset();
    subset.includeGlyph(font.glyphForCodePoint('夜'.codePointAt(0)!).id);
    return Buffer.from(subset.encode()).toString('hex');
  };
  expect(outline(400)).toBe(outline(400));
  expect(outline(400)).not.toBe(outline(700));
});
