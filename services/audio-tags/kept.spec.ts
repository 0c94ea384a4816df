import { describe, expect, it } from '@jest/globals';
import { readChunks } from '../audio-headers/chunks.js';
import type { AudioContainer } from '../audio-headers/containers.js';
import { aiffFile, type FileChunk, formFile, waveFile } from '../testing/audio/audio-containers.js';
import { heardBySndfile } from './readers.testing.js';
import { layOutTagged } from './tagged.js';
import { chunksOf, copyOf, layOut, TAGS } from './tagged.testing.js';
import { taggedSource } from './tags.js';

const SOUND = Buffer.from(Array.from({ length: 4_000 }, (_, at) => 1 + (at % 250)));
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
const chunkOf = (id: string, text: string): FileChunk => ({ id, body: Buffer.from(text) });
const zeros = (count: number): FileChunk[] => Array.from({ length: count }, () => chunkOf('\0\0\0\0', ''));
const wave = waveFile(SOUND, FORMAT);
const aiff = aiffFile(SOUND, FORMAT);
const bare = (id: string, text: string) => formFile('RIFF', '', [chunkOf(id, text)]).subarray(12);

const leftOf = async (bytes: Buffer, container: AudioContainer) => {
  const layout = await layOut(bytes, container);
  return typeof layout === 'string' ? layout : layout.left;
};
const idsOf = async (bytes: Uint8Array, container: AudioContainer) =>
  (await chunksOf(bytes, container)).map(({ id }) => id);

describe('only chunks with a name of four printable characters move', () => {
  it.each<[string, AudioContainer, Buffer, string[]]>([
    ['zeros in front of the sound of a WAV', 'wav', waveFile(SOUND, { ...FORMAT, before: zeros(512) }), []],
    ['zeros in front of the sound of an AIFF', 'aiff', aiffFile(SOUND, { ...FORMAT, before: zeros(512) }), []],
    ['zeros behind a WAV', 'wav', Buffer.concat([wave, Buffer.alloc(4096)]), []],
    ['many zeros behind a WAV', 'wav', Buffer.concat([wave, Buffer.alloc(40_000)]), []],
    ['a byte behind a WAV', 'wav', Buffer.concat([wave, Buffer.of(7)]), ['1 byte behind its last chunk']],
    ['zeros behind an AIFF', 'aiff', Buffer.concat([aiff, Buffer.alloc(4096)]), []],
    [
      'a chunk without a readable name',
      'wav',
      waveFile(SOUND, { ...FORMAT, before: [chunkOf('\u0001abc', 'old')] }),
      ['chunks without a readable name'],
    ],
    [
      'a chunk behind the end of a WAV',
      'wav',
      Buffer.concat([wave, bare('cue ', 'behind')]),
      ['14 bytes behind its last chunk'],
    ],
    ['a second WAV behind the first', 'wav', Buffer.concat([wave, wave]), ['4,044 bytes behind its last chunk']],
    ['an AIFF behind another', 'aiff', Buffer.concat([aiff, aiff]), ['4,054 bytes behind its last chunk']],
  ])('not %s', async (_what, container, original, left) => {
    const copy = await copyOf(original, container);
    const added =
      container === 'wav'
        ? ['fmt ', 'bext', 'axml', 'LIST', 'id3 ', 'data']
        : ['COMM', 'NAME', 'AUTH', '(c) ', 'SSND', 'ID3 '];
    expect(await idsOf(copy, container)).toEqual(added);
    expect(await leftOf(original, container)).toEqual(left);
    expect(heardBySndfile(copy, container)).toBe(heardBySndfile(container === 'wav' ? wave : aiff, container));
  });

  it('but one of four blanks does', async () => {
    const original = waveFile(SOUND, { ...FORMAT, after: [chunkOf('    ', 'four blanks')] });
    const copy = await copyOf(original, 'wav');
    expect(await idsOf(copy, 'wav')).toContain('    ');
    expect(await leftOf(original, 'wav')).toEqual([]);
    expect(heardBySndfile(copy, 'wav')).toBe(heardBySndfile(original, 'wav'));
  });

  it('and a file of 100,000 chunks has no copy', async () => {
    const many = Array.from({ length: 100_000 }, () => chunkOf('PAD ', ''));
    expect(await leftOf(waveFile(SOUND, { ...FORMAT, after: many }), 'wav')).toBe('has too many chunks.');
  });
});

describe('in RF64, where libsndfile skips no pad byte in front of the sound', () => {
  const lengths = async (bytes: Buffer) =>
    (await chunksOf(bytes, 'rf64')).map(({ id, size }): [string, number] => [id, size]);

  it('XML gets a blank, texts and lists get a zero, and what cannot grow follows the sound', async () => {
    const odd = [
      ...['iXML', 'axml', '_PMX'].map((id) => chunkOf(id, '<odd/>\n')),
      chunkOf('bext', 'x'.repeat(603)),
      chunkOf('LIST', 'adtlxxx'),
      chunkOf('Xyz1', 'odd'),
      chunkOf('even', 'even'),
    ];
    const sound = { ...FORMAT, form: 'RF64' } as const;
    const copy = await copyOf(waveFile(SOUND, { ...sound, before: odd.slice(0, 3), after: odd.slice(3) }), 'rf64');
    const found = await lengths(copy);
    expect(found.map(([id]) => id)).toEqual([
      ...['ds64', 'fmt ', 'iXML', 'axml', '_PMX', 'bext', 'LIST', 'even', 'LIST', 'id3 ', 'data', 'Xyz1'],
    ]);
    expect(found.filter(([, size]) => size % 2)).toEqual([['Xyz1', 3]]);
    expect([copy.includes('<odd/>\n '), copy.includes(`${'x'.repeat(603)}\0`)]).toEqual([true, true]);
    expect(heardBySndfile(copy, 'rf64')).toBe(heardBySndfile(waveFile(SOUND, sound), 'rf64'));
  });

  it('which a WAV becomes when tags make it longer than 4 GiB', async () => {
    const SOUND_BYTES = 0xffffffff - 0xffff;
    const front = waveFile(Buffer.alloc(0), { ...FORMAT, before: [chunkOf('iXML', '<odd/>\n')] });
    front.writeUInt32LE(SOUND_BYTES, front.length - 4);
    front.writeUInt32LE(front.length - 8 + SOUND_BYTES, 4);
    const source = {
      size: front.length + SOUND_BYTES,
      read: (offset: number, length: number) =>
        Buffer.concat([front.subarray(offset, offset + length), Buffer.alloc(length)]).subarray(
          0,
          Math.min(length, front.length + SOUND_BYTES - offset),
        ),
    };
    const cover = { ...TAGS.cover!, bytes: Buffer.alloc(1 << 20) };
    const heard = { frames: SOUND_BYTES / 4, flacMd5: null };
    const layout = await layOutTagged(source, 'wav', heard, { ...TAGS, cover });
    if (typeof layout === 'string') throw new Error(layout);
    const copy = taggedSource(layout, source);
    const facts = (await readChunks(copy, 'rf64'))!;
    expect(Buffer.from(layout.head).toString('latin1', 0, 4)).toBe('RF64');
    expect(facts.sound).toMatchObject({ declaredBytes: SOUND_BYTES, presentBytes: SOUND_BYTES });
    expect(facts.chunks.filter(({ size }) => size % 2).map(({ id }) => id)).toEqual([]);
    expect(facts.formEnd).toBe(copy.size);
  });

  it('a format chunk of an odd length leaves no way', async () => {
    const bytes = waveFile(SOUND, { ...FORMAT, form: 'RF64', extensible: { validBits: 16, mask: 3 } });
    bytes.writeUInt32LE(39, bytes.indexOf('fmt ') + 4);
    const data = bytes.indexOf('data');
    const odd = Buffer.concat([bytes.subarray(0, data - 1), Buffer.of(0), bytes.subarray(data)]);
    expect(await leftOf(odd, 'rf64')).toBe('has a format chunk of an odd length.');
  });
});
