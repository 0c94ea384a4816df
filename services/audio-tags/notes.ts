import { cleanText, normaliseIsrc } from '../audio-headers/texts.js';
import { MAX_FIELDS } from './fields.js';
import type { Claim, CopyLosses, CopyTags, TaggedLayout } from './tags.js';

const CODE = String.raw`[A-Z]{2}[-\s]?[A-Z0-9]{3}[-\s]?\d{2}[-\s]?\d{5}(?![A-Z0-9])`;
/**
 * An ISRC after the word, as in a comment, or alone in an element or a CDATA section of XML that has the word somewhere.
 * Identifiers of files may look like one.
 */
const LABELLED = new RegExp(String.raw`(ISRC[^A-Z0-9]{0,40})(${CODE})`, 'gi');
const IN_ELEMENT = new RegExp(
  String.raw`(<(?![^<>]*(?:UID|UMID))[^<>]*>\s*(?:<!\[CDATA\[\s*)?)(${CODE})(?=\s*[<\]])`,
  'gi',
);

/** More remarks on one file are dropped, and so are longer texts: a file may hold a million fields. */
const MAX_NOTES = 50;
const MAX_TEXT = 200;

/** Remarks that are collected while the copy of one file is laid out. */
export class Notes {
  private readonly left = new Set<string>();
  private readonly says: Claim[] = [];
  private readonly added: string[] = [];
  /** Why there is no copy, to be put after the file's name; null if there is one. */
  refusal: string | null = null;
  /** The values that the sheet replaced in the file's tags. */
  readonly old = { title: new Set<string>(), artist: new Set<string>(), isrc: new Set<string>() };

  readonly tags: CopyTags;

  constructor(tags: CopyTags) {
    this.tags = tags;
  }

  /** The layout with these remarks, or the sentence that refuses it. */
  on(layout: TaggedLayout): (TaggedLayout & CopyLosses) | string {
    const { left, says, added } = this;
    return this.refusal ?? { ...layout, left: [...left], says, added };
  }

  /** Notes what a copy leaves out. */
  leave(...names: string[]): void {
    for (const name of names) if (this.left.size < MAX_NOTES) this.left.add(name);
  }

  add(name: string): void {
    this.added.push(name);
  }

  /** Whether a tag has a number of fields that can be rewritten; it leaves no copy otherwise. */
  isUsual(fields: number): boolean {
    if (fields <= MAX_FIELDS) return true;
    this.refusal = 'has too many tags.';
    return false;
  }

  claim(where: string, field: Claim['field'], text: string): void {
    const [place, value] = [cleanText(where, MAX_TEXT), cleanText(text, MAX_TEXT)];
    const isKnown = this.says.some((each) => each.place === place && each.field === field && each.value === value);
    if (!isKnown && this.says.length < MAX_NOTES) this.says.push({ place, field, value });
  }

  /** Notes a value of the file's own tags that the sheet replaces. */
  replaced(field: 'title' | 'artist' | 'isrc' | undefined, text: string): void {
    if (!field) return;
    const value = field === 'isrc' ? normaliseIsrc(text) : text.trim();
    if (value && this.old[field].size < MAX_NOTES) this.old[field].add(value);
  }

  /**
   * A kept text with the sheet's ISRC in the place of the file's old one, of the same length. Where a text has several, as a
   * cue sheet does, they stay and are noted.
   */
  recoded(text: string, place: string): string {
    const patterns = /ISRC/i.test(text) ? [LABELLED, IN_ELEMENT] : [];
    // Beside the file's own ISRC, a comment may have that of another recording.
    const isOwn = (label: string, code: string) =>
      this.old.isrc.size === 0 || this.old.isrc.has(normaliseIsrc(code)!) || /[>[]\s*$/.test(label);
    const found = patterns.flatMap((pattern) => Array.from(text.matchAll(pattern)));
    const own = found.filter(([, label, code]) => isOwn(label!, code!));
    const codes = (of: RegExpExecArray[]) => [...new Set(of.map(([, , code]) => normaliseIsrc(code!)!))];
    const { isrc } = this.tags;
    const stays = codes(own).length > 1 || !isrc;
    for (const code of codes(stays ? found : found.filter((each) => !own.includes(each))))
      this.claim(place, 'isrc', code);
    if (stays) return text;
    const labelled = patterns.reduce(
      (sum, pattern) =>
        sum.replace(pattern, (all: string, label: string, code: string) =>
          isOwn(label, code) ? label + shaped(isrc, code) : all,
        ),
      text,
    );
    return [...this.old.isrc].reduce((sum, code) => sum.replaceAll(code, isrc), labelled);
  }

  /** The same for bytes of any encoding that has the letters of ASCII. */
  recodedBytes(bytes: Uint8Array, place: string): Uint8Array {
    const text = fromLatin1(bytes);
    const changed = this.recoded(text, place);
    return changed === text ? bytes : toLatin1(changed);
  }

  /** Notes the titles in a kept text that is a cue sheet. */
  searchedForCues(text: string, place: string): void {
    for (const [, title] of text.matchAll(/(?:^|\0)[ \t]*TITLE[ \t]+"([^"\n]+)"/gm)) this.claim(place, 'title', title!);
  }

  /** Notes the ISRCs in data of a form that we do not know, which stays as it is. */
  searched(bytes: Uint8Array, place: string): void {
    const text = fromLatin1(bytes);
    for (const [, , code] of text.matchAll(LABELLED)) this.claim(place, 'isrc', normaliseIsrc(code!)!);
    for (const code of this.old.isrc) if (text.includes(code)) this.claim(place, 'isrc', code);
  }
}

/** A code with the dashes or spaces of another one. */
function shaped(isrc: string, like: string): string {
  let at = 0;
  return like.replace(/[A-Z0-9]/gi, () => isrc[at++]!);
}

const AT_ONCE = 8192;

/** One letter for each byte. */
export function fromLatin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  }
  return parts.join('');
}

export function toLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Letters and digits in lower case, for comparing titles. */
export const plainTitle = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether another place of a file says something else than the sheet. A title may have more around it. */
export function contradicts({ field, value }: Claim, { title, isrc }: Pick<CopyTags, 'title' | 'isrc'>): boolean {
  if (field === 'isrc') return isrc !== '' && value !== isrc;
  return title !== '' && !plainTitle(value).includes(plainTitle(title.replace(/ \(.*$/, '')));
}
