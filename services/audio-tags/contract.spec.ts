import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBuffer } from 'music-metadata';
import type { AudioContainer } from '../audio-headers/containers.js';
import { AudioRunner } from '../platform/audio/runner.js';
import { aiffFile, bextChunk, type FileChunk, infoChunk, waveFile } from '../testing/audio/audio-containers.js';
import {
  apeOf,
  commentBlock,
  type FlacBlock,
  flacOf,
  flacParts,
  id3Of,
  type Id3Settings,
  id3v1Of,
  pictureBlock,
  textBody,
} from '../testing/audio/tags.js';
import { audioBytes } from '../testing/staging.js';
import { fieldsOf } from './fields.js';
import { heardBySndfile, testedByFlac } from './readers.testing.js';
import { soundRange } from './tagged.js';
import { copyOf, EMPTY, layOut, sourceOf, TAGS } from './tagged.testing.js';
import type { CopyTags } from './tags.js';

/** The contract: a copy has what the file had, except what the sheet replaces; two independent readers open it. */
const RUNS = { numRuns: 60 };
const FORMAT = { channels: 1, sampleRateHz: 44_100, bits: 8, float: false };
const SHEETS = [TAGS, EMPTY, { ...EMPTY, isrc: TAGS.isrc, cover: TAGS.cover }];

/** One thing in a file, with a text that nothing else has. */
interface Piece {
  kind: string;
  text: string;
  /** Length of the text: even or odd. */
  extra: number;
  pad: number | null;
}

/** Pieces of different kinds, in any order. */
const pieces = (kinds: readonly string[]) =>
  fc
    .uniqueArray(
      fc.record({ kind: fc.constantFrom(...kinds), extra: fc.nat(5), pad: fc.constantFrom(null, 0, 0x41, 0xff) }),
      { selector: ({ kind }) => kind, maxLength: 7 },
    )
    .map((all): Piece[] => all.map((piece, index) => ({ ...piece, text: `#${index}#${'x'.repeat(piece.extra)}` })));
const sheets = fc.constantFrom(...SHEETS);

const folder = mkdtempSync(join(tmpdir(), 'lacquer-contract-'));
const runner = new AudioRunner();
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
});

/** Whether the sheet has a value in the place of this name. */
const replaces = (tags: CopyTags, kind: 'id3' | 'vorbis' | 'info', name: string): boolean =>
  fieldsOf(tags).some((field) => field[kind]?.includes(name));

/**
 * Makes the copy and compares it with what it must have: the same sound, all texts but those that the sheet replaces, and
 * readers that are not ours. `plain` is a file of the same sound without anything else.
 */
async function assertKept(
  original: Buffer,
  container: AudioContainer,
  tags: CopyTags,
  { all, isReplaced, plain }: { all: readonly Piece[]; isReplaced: (piece: Piece) => boolean; plain: Buffer },
): Promise<Buffer> {
  const layout = await layOut(original, container, tags);
  expect(layout).toMatchObject({ left: [], added: [] });
  const copy = await copyOf(original, container, tags);
  for (const piece of all) {
    expect([piece.kind, copy.includes(piece.text)]).toEqual([piece.kind, !isReplaced(piece)]);
  }
  const [own, copied, bare] = await Promise.all(
    [original, copy, plain].map(async (bytes) => {
      const { from, to } = (await soundRange(sourceOf(bytes), container))!;
      return { from, sound: bytes.subarray(from, to) };
    }),
  );
  expect(copied!.sound.equals(own!.sound) && own!.sound.equals(bare!.sound)).toBe(true);
  const path = join(folder, 'copy');
  writeFileSync(path, copy);
  expect(await runner.openPlainly(path)).toEqual({ ...(await openedPlain(plain)), soundAt: expect.any(Number) });
  if (container !== 'rf64') {
    const { format } = await parseBuffer(copy, undefined, { duration: false });
    expect([format.sampleRate, format.codec]).not.toContain(undefined);
  }
  expect(heardBySndfile(copy, container)).toBe(heardBySndfile(plain, container));
  return copy;
}

async function openedPlain(plain: Buffer) {
  const path = join(folder, 'plain');
  writeFileSync(path, plain);
  return runner.openPlainly(path);
}

const waveChunk = (piece: Piece): FileChunk => {
  const { kind, text, pad } = piece;
  if (kind === 'bext') return { id: kind, body: Buffer.concat([bextChunk('').body, Buffer.from(text)]), pad };
  if (kind === 'iXML' || kind === '_PMX') return { id: kind, body: Buffer.from(`<NOTE>${text}</NOTE>`), pad };
  if (kind === 'INAM' || kind === 'ICMT') return { ...infoChunk({ [kind]: text }, pad), pad };
  if (kind === 'TIT2' || kind === 'TENC') {
    return {
      id: piece.extra % 2 ? 'id3 ' : 'ID3 ',
      body: id3Of([{ id: kind, body: textBody(text) }], { version: 3 }),
      pad,
    };
  }
  // Its content begins with the name of a program.
  if (kind === 'APPL') return { id: kind, body: Buffer.from(`Test${text}`), pad };
  return { id: kind, body: Buffer.from(text), pad };
};
const WAVE_KINDS = ['bext', 'iXML', '_PMX', 'axml', 'INAM', 'ICMT', 'TIT2', 'TENC', 'levl', 'Xyz1', 'JUNK', 'PAD '];
const EMPTY_SPACE = new Set(['JUNK', 'PAD ']);

describe.each(['RIFF', 'RF64', 'BW64'] as const)('a copy of a file of the form %s', (form) => {
  it('has every chunk, entry and frame that the sheet does not replace', async () => {
    const property = fc.asyncProperty(
      pieces(WAVE_KINDS),
      fc.nat(6),
      fc.integer({ min: 64, max: 999 }),
      fc.constantFrom(0, 4096),
      sheets,
      async (all, split, frames, zeros, tags) => {
        const sound = Buffer.from(Array.from({ length: frames }, (_, at) => 1 + (at % 250)));
        const chunks = all.map(waveChunk);
        const wave = { ...FORMAT, form, before: chunks.slice(0, split), after: chunks.slice(split) };
        const original = Buffer.concat([waveFile(sound, wave), Buffer.alloc(zeros)]);
        await assertKept(original, form === 'RIFF' ? 'wav' : 'rf64', tags, {
          all,
          plain: waveFile(sound, { ...FORMAT, form }),
          isReplaced: ({ kind }) =>
            EMPTY_SPACE.has(kind) || replaces(tags, 'info', kind) || replaces(tags, 'id3', kind),
        });
      },
    );
    await fc.assert(property, RUNS);
  });
});

const AIFF_KINDS = ['NAME', 'AUTH', '(c) ', 'ANNO', 'TIT2', 'TENC', 'APPL', 'Xyz1', 'Xyz2'];

it('a copy of an AIFF has every chunk and frame that the sheet does not replace', async () => {
  const property = fc.asyncProperty(
    pieces(AIFF_KINDS),
    fc.nat(6),
    fc.integer({ min: 64, max: 999 }),
    fc.constantFrom(0, 4096),
    sheets,
    async (all, split, frames, zeros, tags) => {
      const sound = Buffer.from(Array.from({ length: frames }, (_, at) => 1 + (at % 250)));
      const chunks = all.map(waveChunk);
      const aiff = aiffFile(sound, { ...FORMAT, before: chunks.slice(0, split), after: chunks.slice(split) });
      const texts: Partial<Record<string, string>> = { NAME: tags.title, AUTH: tags.artist, '(c) ': tags.cLine };
      await assertKept(Buffer.concat([aiff, Buffer.alloc(zeros)]), 'aiff', tags, {
        all,
        plain: aiffFile(sound, FORMAT),
        isReplaced: ({ kind }) => Boolean(texts[kind]) || replaces(tags, 'id3', kind),
      });
    },
  );
  await fc.assert(property, RUNS);
});

const FLAC_KINDS = ['TITLE', 'ISWC', 'Comment', 'APPLICATION', 'PADDING', 'picture 3', 'picture 4', 'type 99'];

it('a copy of a FLAC has every block and comment that the sheet does not replace', async () => {
  const plain = await audioBytes({ format: 'flac', durationS: 0.5 });
  const { blocks, frames } = flacParts(plain);
  const info = blocks.find(({ type }) => type === 0)!;
  const blockOf = ({ kind, text }: Piece): FlacBlock[] => {
    const body = Buffer.from(kind === 'PADDING' ? '\0'.repeat(text.length) : text);
    const [, picture] = /^picture (\d)$/.exec(kind) ?? [];
    if (picture) return [pictureBlock(Number(picture), body)];
    const type = { APPLICATION: 2, PADDING: 1, 'type 99': 99 }[kind];
    return type === undefined ? [] : [{ type, body: type === 2 ? Buffer.concat([Buffer.from('Test'), body]) : body }];
  };
  const property = fc.asyncProperty(pieces(FLAC_KINDS), fc.nat(6), sheets, async (all, place, tags) => {
    const comments = all.filter((piece) => blockOf(piece).length === 0).map(({ kind, text }) => `${kind}=${text}`);
    const others = all.flatMap(blockOf);
    others.splice(place, 0, commentBlock(comments));
    const copy = await assertKept(flacOf([info, ...others], frames), 'flac', tags, {
      all: all.filter(({ kind }) => kind !== 'PADDING'),
      plain,
      isReplaced: ({ kind }) => replaces(tags, 'vorbis', kind) || (kind === 'picture 3' && tags.cover !== null),
    });
    testedByFlac(copy);
  });
  await fc.assert(property, RUNS);
});

/** Frames of ID3v2.2 by their names since ID3v2.3. */
const SHORT = { TIT2: 'TT2', TENC: 'TEN', TSRC: 'TRC', COMM: 'COM', GEOB: 'GEO' } as const;
const MP3_KINDS = [...Object.keys(SHORT), 'APE Title', 'APE MP3GAIN_MINMAX', 'ID3v1'];

it('a copy of an MP3 has every frame and item that the sheet does not replace', async () => {
  const file = await audioBytes({ format: 'mp3', durationS: 0.5 });
  const plain = file.subarray(file.indexOf(Buffer.of(0xff, 0xfb)));
  const settings = fc.record({
    version: fc.constantFrom(2, 3, 4),
    unsynchronised: fc.boolean(),
    extended: fc.boolean(),
    padding: fc.constantFrom(0, 1, 700),
  });
  const property = fc.asyncProperty(pieces(MP3_KINDS), settings, sheets, async (all, given, tags) => {
    const id3: Id3Settings = { ...given, version: given.version, extended: given.extended && given.version > 2 };
    const frames = all
      .filter(({ kind }) => kind in SHORT)
      .map(({ kind, text }) => ({
        id: id3.version === 2 ? SHORT[kind as keyof typeof SHORT] : kind,
        // Bytes that have to be stuffed.
        body: Buffer.concat([textBody(text), Buffer.from(kind === 'GEOB' ? 'ÿ\0ÿàÿ' : '', 'latin1')]),
      }));
    const items = all.filter(({ kind }) => kind.startsWith('APE ')).map(({ kind, text }) => [kind.slice(4), text]);
    const old = all.find(({ kind }) => kind === 'ID3v1');
    const copy = await assertKept(
      Buffer.concat([
        id3Of(frames, id3),
        plain,
        ...(items.length > 0 ? [apeOf(Object.fromEntries(items))] : []),
        ...(old ? [id3v1Of('Old', 'Old', old.text, 1)] : []),
      ]),
      'mp3',
      tags,
      {
        all,
        plain,
        isReplaced: ({ kind }) => replaces(tags, 'id3', kind) || replaces(tags, 'vorbis', kind.slice(4).toUpperCase()),
      },
    );
    for (const { id, body } of frames.filter(({ id }) => id === 'GEOB' || id === 'GEO'))
      expect([id, copy.includes(body)]).toEqual([id, true]);
  });
  await fc.assert(property, RUNS);
});
