import { MAX_TEXT_BYTES, type Texts, writeCdText } from './cd-text.js';
import { writeMd5 } from './checksums.js';
import { ean13, isIsrc } from './codes.js';
import { type Finding, note, warning } from './findings.js';
import { MASTER_ID_LENGTH, writeIdentifier } from './identifier.js';
import { cutAtWord, toAscii, toLatin1 } from './latin.js';
import type { Disc, DiscLayout } from './layout.js';
import { writeMap } from './map.js';
import { writePq } from './pq.js';

export const IMAGE_NAME = 'IMAGE.DAT';
export const CHECKSUM_NAME = 'CHECKSUM.MD5';

export interface SmallFile {
  name: string;
  bytes: Uint8Array;
}

/** All files of a DDP except the image, whose pieces are in the layout, and the checksums. */
export interface Descriptors {
  files: SmallFile[];
  /** Texts that cannot be written as they are, and codes that are left out. */
  findings: Finding[];
}

/** Writes DDPID, DDPMS, PQ descriptor and CD-Text, in the order of the checksum file. */
export function writeDescriptors(disc: Disc, layout: DiscLayout): Descriptors {
  const findings: Finding[] = [];
  const upc = ean13(disc.upc) ?? '';
  if (!upc && disc.upc) findings.push(warning('upc_form', `“${disc.upc}” is not a UPC or EAN and is left out.`));
  if (!disc.upc) findings.push(note('no_upc', 'The disc has no UPC or EAN.'));
  const withoutIsrc: number[] = [];
  const pq = writePq(
    layout.tracks.map(({ pause, start }, index) => {
      const { isrc } = disc.tracks[index]!;
      const number = index + 1;
      if (isrc && !isIsrc(isrc)) {
        findings.push(warning('isrc_form', `“${isrc}” of track ${number} is not an ISRC and is left out.`, number));
      }
      if (!isrc) withoutIsrc.push(number);
      return { number, pause, start, isrc: isIsrc(isrc) ? isrc : '' };
    }),
    layout.frames,
    upc,
  );
  if (withoutIsrc.length === 1) findings.push(note('no_isrc', `Track ${withoutIsrc[0]} has no ISRC.`, withoutIsrc[0]));
  else if (withoutIsrc.length > 1) findings.push(note('no_isrc', `Tracks ${withoutIsrc.join(', ')} have no ISRC.`));
  const cdText = cdTextOf(disc, findings);
  const map = writeMap({
    pq: { fileName: 'PQDESCR', sizeBytes: pq.length },
    cdText: cdText && { fileName: 'CDTEXT.BIN', sizeBytes: cdText.length },
    audio: { fileName: IMAGE_NAME, sectors: layout.frames, pregap: layout.tracks[0]?.start ?? 0 },
  });
  const masterId = toAscii(disc.masterId).slice(0, MASTER_ID_LENGTH);
  const files: SmallFile[] = [
    { name: 'DDPID', bytes: writeIdentifier({ upc, masterId }) },
    { name: 'DDPMS', bytes: map },
    ...(cdText ? [{ name: 'CDTEXT.BIN', bytes: cdText }] : []),
    { name: 'PQDESCR', bytes: pq },
  ];
  return { files, findings };
}

/** The checksums of all files, as most plants ask for them. */
export const writeChecksums = (
  { files }: Descriptors,
  imageMd5: string,
  md5: (bytes: Uint8Array) => string,
): SmallFile => ({
  name: CHECKSUM_NAME,
  bytes: new TextEncoder().encode(
    writeMd5([
      ...files.map(({ name, bytes }) => ({ fileName: name, md5: md5(bytes) })),
      { fileName: IMAGE_NAME, md5: imageMd5 },
    ]),
  ),
});

/**
 * Forms of CD-Text, the first that fits is written: with repeated texts written out, as TABs, without composers, and without
 * the performers of tracks.
 */
const forms = [
  { kinds: ['title', 'performer', 'composer'], repeats: false },
  { kinds: ['title', 'performer', 'composer'], repeats: true },
  { kinds: ['title', 'performer'], repeats: true },
  { kinds: ['title'], repeats: true },
] as const;

type WrittenKind = (typeof forms)[0]['kinds'][number];

/** Texts of the disc where its own are not known or differ between tracks, because no text may be empty. */
const FILLERS: Record<WrittenKind, string> = {
  title: 'Album',
  performer: 'Various Artists',
  composer: 'Various Composers',
};
const NO_TEXT = '-';

function cdTextOf(disc: Disc, findings: Finding[]): Uint8Array | null {
  const texts: Partial<Record<WrittenKind, string[]>> = {};
  const written = (kind: WrittenKind, name: string, ofDisc: string, ofTracks: string[]) => {
    if (ofTracks.every((text) => text.trim() === '')) return;
    const shared = new Set(ofTracks);
    const own = ofDisc || (shared.size === 1 ? ofTracks[0]! : FILLERS[kind]);
    texts[kind] = [own, ...ofTracks].map((text, track) => writtenText(kind, name, text, track, findings));
  };
  const { tracks } = disc;
  written(
    'title',
    'title',
    disc.title,
    tracks.map(({ title }) => title),
  );
  written(
    'performer',
    'artist',
    disc.performer,
    tracks.map(({ performer }) => performer),
  );
  written(
    'composer',
    'composer',
    '',
    tracks.map(({ composer }) => composer),
  );
  if (Object.keys(texts).length === 0) return null;
  for (const { kinds, repeats } of forms) {
    const chosen: Texts = Object.fromEntries(kinds.flatMap((kind) => (texts[kind] ? [[kind, texts[kind]]] : [])));
    const file = writeCdText(chosen, { repeats });
    if (!file) continue;
    const lost = (['performer', 'composer'] as const).filter((kind) => texts[kind] && !chosen[kind]);
    if (lost.length > 0) {
      const names = lost.map((kind) => (kind === 'performer' ? 'artists' : 'composers')).join(' and ');
      findings.push(warning('cdtext_full', `CD-Text has no room for the ${names} of this disc.`));
    }
    return file;
  }
  findings.push(warning('cdtext_full', 'The titles of this disc are too long for CD-Text, so it has none.'));
  return null;
}

/** A text in Latin-1 that is neither empty nor longer than players read. `track` is 0 for the disc. */
function writtenText(kind: WrittenKind, name: string, text: string, track: number, findings: Finding[]): string {
  const subject = track === 0 ? `The ${name} of the disc` : `The ${name} of track ${track}`;
  const find = (level: typeof note, code: string, rest: string) =>
    findings.push(level(code, `${subject}, “${text}”, ${rest}`, track || null));
  const latin = toLatin1(text);
  if (!latin) {
    const filler = fillerOf(kind, track);
    if (text.trim() !== '')
      find(note, 'cdtext_left_out', `cannot be written in CD-Text, which has “${filler}” instead.`);
    return filler;
  }
  const cut = cutAtWord(latin, MAX_TEXT_BYTES);
  if (cut !== latin) find(warning, 'cdtext_cut', `is cut to “${cut}” in CD-Text, because players read no longer text.`);
  else if (latin !== text.trim()) find(note, 'cdtext_spelling', `is written as “${latin}” in CD-Text.`);
  return cut;
}

function fillerOf(kind: WrittenKind, track: number): string {
  if (track === 0) return FILLERS[kind];
  return kind === 'title' ? `Track ${String(track).padStart(2, '0')}` : NO_TEXT;
}
