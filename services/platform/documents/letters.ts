import { readFileSync } from 'node:fs';

const LANGUAGES = ['jp', 'sc', 'kr'] as const;
type Language = (typeof LANGUAGES)[number];

/** A font file with some of the letters of a language. */
export interface LetterFile {
  language: Language;
  /** Its number, or a name such as `latin`. */
  part: string;
}

/** Letters that follow each other and have the same font: that of the document, or a file. */
export interface Run {
  text: string;
  file: LetterFile | null;
}

/** The list of a package's files with the letters of each. */
const LISTS: Record<Language, () => string> = {
  jp: () => import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  sc: () => import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  kr: () => import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
};

export const readLetterFile = ({ language, part }: LetterFile): Buffer =>
  readFileSync(new URL(`files/noto-sans-${language}-${part}-wght-normal.woff2`, LISTS[language]()));

const parts = new Map<Language, Map<number, string>>();

/** The part of a language's font that has a letter. */
function partOf(language: Language, letter: string): string | undefined {
  let known = parts.get(language);
  if (!known) {
    known = new Map();
    const ranges = JSON.parse(readFileSync(new URL(LISTS[language]()), 'utf8')) as Record<string, string>;
    for (const [name, list] of Object.entries(ranges)) {
      for (const range of list.split(',')) {
        const [first, last] = range
          .slice('U+'.length)
          .split('-')
          .map((hex) => parseInt(hex, 16));
        for (let code = first!; code <= (last ?? first!); code++) known.set(code, name.replace(/[[\]]/g, ''));
      }
    }
    parts.set(language, known);
  }
  return known.get(letter.codePointAt(0)!);
}

/** Kana and Hangul say the language. Otherwise it is the first one that has all letters. */
function languagesOf(text: string, letters: readonly string[]): Language[] {
  const has = (language: Language) => letters.every((letter) => partOf(language, letter) !== undefined);
  const first = /\p{Script=Hangul}/u.test(text)
    ? 'kr'
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? 'jp'
      : (LANGUAGES.find(has) ?? 'jp');
  return [first, ...LANGUAGES.filter((language) => language !== first)];
}

/** Letters that change the one before them and have no picture of their own. */
const isInvisible = (letter: string) => /^[\p{Default_Ignorable_Code_Point}]$/u.test(letter);

/**
 * Splits a text by fonts. `hasLetter` says which letters the document's font has. A letter that no font has is written as
 * its number, such as `[U+1F3B5]`: nothing is left out silently.
 */
export function runsOf(text: string, hasLetter: (letter: string) => boolean): Run[] {
  const isOwn = (letter: string) => letter === '\n' || hasLetter(letter);
  const others = [...text].filter((letter) => !isOwn(letter) && !isInvisible(letter));
  if (others.length === 0) return [{ text, file: null }];
  const languages = languagesOf(text, others);
  const runs: Run[] = [];
  for (const letter of text) {
    if (!isOwn(letter) && isInvisible(letter)) continue;
    const file = isOwn(letter) ? null : fileOf(letter, languages);
    const shown = isOwn(letter) || file ? letter : `[U+${letter.codePointAt(0)!.toString(16).toUpperCase()}]`;
    const last = runs.at(-1);
    if (last && last.file?.language === file?.language && last.file?.part === file?.part) last.text += shown;
    else runs.push({ text: shown, file });
  }
  return runs;
}

function fileOf(letter: string, languages: readonly Language[]): LetterFile | null {
  for (const language of languages) {
    const part = partOf(language, letter);
    if (part !== undefined) return { language, part };
  }
  return null;
}
