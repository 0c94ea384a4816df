import { concat, fixedText, int16, uint16, utf8 } from './bytes.js';
import type { CopyTags, Loudness } from './tags.js';

/** The first text of a Broadcast Wave. */
export const description = ({ title, artist }: Pick<CopyTags, 'title' | 'artist'>): string =>
  [artist, title].filter(Boolean).join(' - ');
export const DESCRIPTION_BYTES = 256;

const BEXT_VERSION = 2;
const UNKNOWN_LOUDNESS = 0x7fff;

/** Broadcast extension, version 2 (EBU Tech 3285). A file that has one keeps its own. */
export function bext(tags: CopyTags): Uint8Array {
  return concat(
    fixedText(description(tags), DESCRIPTION_BYTES),
    fixedText('Lacquer', 32),
    // Reference, date, time and time reference of the recording are not known.
    new Uint8Array(32 + 10 + 8 + 8),
    uint16(BEXT_VERSION),
    new Uint8Array(64),
    ...loudnessFields(tags.loudness),
    new Uint8Array(180),
  );
}

const loudnessFields = (loudness: Loudness | null): Uint8Array[] =>
  [
    loudness?.integratedLufs,
    loudness?.lraLu,
    loudness?.truePeakDbtp,
    loudness?.maxMomentaryLufs,
    loudness?.maxShortTermLufs,
  ].map((value) => int16(value === null || value === undefined ? UNKNOWN_LOUDNESS : Math.round(value * 100)));

/** The ISRC as EBU Tech 3352 and the Music Producers Guild write it, of even length like the ID3 tag. */
export function axml(isrc: string): Uint8Array {
  const xml =
    '<ebucore:ebuCoreMain xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ebucore="urn:ebu:metadata-schema:ebuCore_2012">' +
    '<ebucore:coreMetadata><ebucore:identifier typeLabel="GUID" typeDefinition="Globally Unique Identifier" formatLabel="ISRC" ' +
    'formatDefinition="International Standard Recording Code" ' +
    'formatLink="http://www.ebu.ch/metadata/cs/ebu_IdentifierTypeCodeCS.xml#3.7">' +
    `<dc:identifier>ISRC:${isrc}</dc:identifier>` +
    '</ebucore:identifier></ebucore:coreMetadata></ebucore:ebuCoreMain>';
  return utf8(xml.padEnd(xml.length + (xml.length % 2)));
}
