import { type Texts, writeCdText } from './cd-text.js';
import { writeMd5 } from './checksums.js';
import { ean13, isIsrc } from './codes.js';
import { type Finding, note, warning } from './findings.js';
import { MASTER_ID_LENGTH, writeIdentifier } from './identifier.js';
import { toAscii, toLatin1 } from './latin.js';
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

/** Composers are left out first if a disc has too much text, then the performers of tracks. */
const choices = [['title', 'performer', 'composer'], ['title', 'performer'], ['title']] as const;

function cdTextOf({ title, performer, tracks }: Disc, findings: Finding[]): Uint8Array | null {
  const texts: Texts = {};
  const written = (kind: 'title' | 'performer' | 'composer', what: string, all: string[]) => {
    texts[kind] = all.map((text, number) => {
      const latin = toLatin1(text);
      const subject = number === 0 ? `The ${what} of the disc` : `The ${what} of track ${number}`;
      const track = number || null;
      if (latin === null) {
        findings.push(note('cdtext_left_out', `${subject}, “${text}”, cannot be written in CD-Text.`, track));
      } else if (latin !== text.trim()) {
        findings.push(note('cdtext_spelling', `${subject}, “${text}”, is written as “${latin}” in CD-Text.`, track));
      }
      return latin ?? '';
    });
  };
  written('title', 'title', [title, ...tracks.map((track) => track.title)]);
  written('performer', 'artist', [performer, ...tracks.map((track) => track.performer)]);
  written('composer', 'composer', ['', ...tracks.map((track) => track.composer)]);
  const hasText = Object.values(texts).some((all) => all.some((text) => text !== ''));
  for (const kinds of choices) {
    const chosen: Texts = Object.fromEntries(kinds.map((kind) => [kind, texts[kind]]));
    const file = writeCdText(chosen, tracks.length);
    if (!file) continue;
    const lost = ['performer', 'composer'].slice(kinds.length - 1);
    const had = lost.filter((kind) => texts[kind as 'performer']?.some((text) => text !== ''));
    if (had.length > 0) {
      const names = had.map((kind) => (kind === 'performer' ? 'artists' : 'composers')).join(' and ');
      findings.push(warning('cdtext_full', `CD-Text has no room for the ${names} of this disc.`));
    }
    return file;
  }
  if (hasText)
    findings.push(warning('cdtext_full', 'The titles of this disc are too long for CD-Text, so it has none.'));
  return null;
}
