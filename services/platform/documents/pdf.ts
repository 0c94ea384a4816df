import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type LetterFile, readLetterFile } from './letters.js';
import { outlinedFont } from './outlined-font.js';

/**
 * Latin, Greek, Cyrillic, Hebrew, Arabic and more. Chinese, Japanese and Korean letters are in files that are read when a
 * text has them. The fonts built into every PDF reader have only western letters.
 */
const fonts = {
  regular: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
  bold: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
  mono: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'))),
};

type FontName = keyof typeof fonts;

/** Height and depth of a line of these fonts in parts of an em. */
const LINE_BOX = { ascent: 0.928, descent: -0.236, lineGap: 0 };
const WEIGHTS: Record<FontName, number> = { regular: 400, bold: 700, mono: 400 };

const letters = new Map<FontName, Set<number>>();

function lettersOf(name: FontName): Set<number> {
  const known = letters.get(name) ?? new Set(create(fonts[name]).characterSet);
  letters.set(name, known);
  return known;
}

/** A document with these fonts. */
export class Pdf extends PDFDocument {
  private chosen: FontName = 'regular';
  private readonly files = new Set<string>();

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options);
    for (const [name, file] of Object.entries(fonts)) this.registerFont(name, file);
  }

  override font(name: string): this {
    if (name in fonts) this.chosen = name as FontName;
    return super.font(name);
  }

  /** Whether the chosen font has the letter. */
  has(letter: string): boolean {
    return lettersOf(this.chosen).has(letter.codePointAt(0)!);
  }

  /** Changes to the font of a run of letters: the chosen one, or one of its weight in a file. */
  useFont(file: LetterFile | null): this {
    if (!file) return super.font(this.chosen);
    const weight = WEIGHTS[this.chosen];
    const name = `Noto-${file.language}-${file.part}-${weight}`;
    if (!this.files.has(name)) {
      // PDFKit takes fonts that are open already, which its types do not say.
      this.registerFont(name, outlinedFont(readLetterFile(file), weight, name, LINE_BOX) as never);
      this.files.add(name);
    }
    return super.font(name);
  }
}
