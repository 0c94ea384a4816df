import { concat, utf8 } from './bytes.js';
import { COVER_TYPES, type Field, fieldsOf, FRONT_COVER, plainName } from './fields.js';
import {
  fieldsIn,
  type Id3Frame,
  id3Name,
  type Id3Tag,
  id3Text,
  readId3,
  syncSafe,
  UTF_8,
  writtenFrame,
} from './id3-frames.js';
import { fromLatin1, type Notes } from './notes.js';

const frame = (id: string, ...body: Uint8Array[]): Id3Frame => ({ id, format: 0, body: concat(...body) });

const encoding = new Uint8Array([UTF_8]);
const end = new Uint8Array(1);

function frameOf({ value, id3, id3Value = value }: Field): Id3Frame[] {
  const name = id3?.[0];
  if (!name || !id3Value) return [];
  if (name.startsWith('TXXX:')) return [frame('TXXX', encoding, utf8(name.slice(5)), end, utf8(id3Value))];
  if (name === 'USLT') return [frame(name, encoding, utf8('und'), end, utf8(id3Value))];
  return [frame(name, encoding, utf8(id3Value))];
}

/** Quod Libet puts its own name in front of those of Vorbis comments. */
const DESCRIBED = /^TXXX:(?:QUODLIBET::)?/;

/**
 * The tag in front of MP3 frames and in the chunks of WAV and AIFF (id3.org, ID3v2.4.0): the sheet's frames, then those of
 * the old tags that the sheet does not replace. `notes` gets the names of what cannot be taken over.
 */
export function id3Tag(old: readonly Uint8Array[], notes: Notes): Uint8Array {
  const { tags } = notes;
  const fields = fieldsOf(tags);
  const replaced = new Set(fields.flatMap(({ id3 = [] }) => id3));
  const described = new Set(fields.flatMap(({ id3 = [], vorbis = [] }) => [...id3, ...vorbis]));
  const isReplaced = (name: string) =>
    replaced.has(name) ||
    (name.startsWith('TXXX:') && described.has(plainName(name.replace(DESCRIBED, '')))) ||
    (tags.cover !== null && name.startsWith('APIC:') && COVER_TYPES.has(Number(name.slice(5))));
  const kept: Id3Frame[] = [];
  const names = new Set<string>();
  const bodies = new Set<string>();
  for (const bytes of old) {
    const found: Id3Tag = readId3(bytes) ?? { frames: [], left: ['its ID3 tag of an unknown version'] };
    notes.leave(...found.left);
    const added: Id3Frame[] = [];
    for (const each of notes.isUsual(kept.length + fieldsIn(found)) ? found.frames : []) {
      const name = id3Name(each);
      const field = fields.find(({ id3 }) => id3?.[0] === name);
      // Several codes are separated in different ways.
      for (const text of field ? id3Text(each).split(field.is === 'isrc' ? /[\0;/]/ : '\0') : []) {
        notes.replaced(field!.is, text);
      }
      // A second tag often says what the first one said.
      if (isReplaced(name) || bodies.has(keyOf(each))) continue;
      if (isSingle(each) && names.has(name)) notes.leave(`a second ${name} of its ID3 tags`);
      else added.push(each);
    }
    kept.push(...added);
    for (const each of added) {
      names.add(id3Name(each));
      bodies.add(keyOf(each));
    }
  }
  const { cover } = tags;
  const picture = cover
    ? [frame('APIC', encoding, utf8(cover.contentType), end, new Uint8Array([FRONT_COVER, 0]), cover.bytes)]
    : [];
  const content = concat(
    ...[...fields.flatMap(frameOf), ...kept.map((each) => recoded(each, notes)), ...picture].map(writtenFrame),
  );
  // An even length: libsndfile does not skip the byte after odd chunks of RF64.
  const body = concat(content, new Uint8Array(content.length % 2));
  return concat(utf8('ID3'), new Uint8Array([4, 0, 0]), syncSafe(body.length), body);
}

/** A frame that stays, with the sheet's ISRC in its text. */
function recoded(each: Id3Frame, notes: Notes): Id3Frame {
  const { id, format, body } = each;
  const isText = format === 0 && (id.startsWith('T') || id === 'COMM' || id === 'USLT');
  if (!isText) {
    notes.searched(body, `ID3 frame ${id}`);
    return each;
  }
  // A comment names its language first.
  const from = id.startsWith('T') ? 1 : 4;
  const text = id3Text(each, from);
  notes.searchedForCues(text, `ID3 frame ${id}`);
  const changed = notes.recoded(text, `ID3 frame ${id}`);
  return changed === text ? each : frame(id, encoding, body.subarray(1, from), utf8(changed));
}

/** Texts and pictures, of which a tag has one for each name (ID3v2.4 §4.2). */
const isSingle = ({ id }: Id3Frame): boolean => id.startsWith('T') || id === 'APIC';

const keyOf = ({ id, body }: Id3Frame): string => id + fromLatin1(body);
