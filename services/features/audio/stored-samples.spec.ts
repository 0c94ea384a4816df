import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { AudioContainer } from '../../audio-headers/containers.js';
import type { Storage } from '../../platform/storage/storage.js';
import { aiffFile, wave64File, waveFile } from '../../testing/audio/audio-containers.js';
import { samplesOf as samplesOfDisc } from '../ddp/masters.lib.js';
import { samplesOf as samplesOfSide } from '../deliverables/sides.lib.js';

const FRAMES = 1_000;
const SOUND = Buffer.from(Array.from({ length: 4 * FRAMES }, (_, at) => 1 + (at % 250)));
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };

let files = 0;

/** A stored master, and how it is read. */
function stored(file: Buffer, container: AudioContainer, decodedFrames: number | null = FRAMES) {
  const get = (_key: string, { start, end }: { start: number; end: number }) =>
    Promise.resolve({ body: Readable.from([file.subarray(start, end + 1)]) });
  const master = { fileName: 'Ember', objectKey: `${files++}`, sizeBytes: file.length, container, decodedFrames };
  return [
    { get } as unknown as Storage,
    { ...master, trackId: '', fileId: '', sha256: null, isApproved: true },
  ] as const;
}
const disc = async (...given: Parameters<typeof stored>) => {
  const { samples, refusal } = await samplesOfDisc(...stored(...given));
  return samples ?? refusal;
};
const side = (...given: Parameters<typeof stored>) => samplesOfSide(...stored(...given));

const open = { soundSize: 0x7ffff000 };
const usable: [string, AudioContainer, Buffer][] = [
  ['a WAV', 'wav', waveFile(SOUND, FORMAT)],
  ['a WAV of SoX from a pipe', 'wav', waveFile(SOUND, { ...FORMAT, ...open })],
  ['a WAV of FFmpeg from a pipe', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0xffffffff })],
  ['an RF64 with a wrong size in 32 bits', 'rf64', waveFile(SOUND, { ...FORMAT, form: 'RF64', soundSize: 100 })],
  ['a WAV whose header ends before its sound', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 400 })],
  ['an RF64 whose header ends before its sound', 'rf64', waveFile(SOUND, { ...FORMAT, form: 'RF64', longSize: 400 })],
  ['a BW64 without sizes', 'rf64', waveFile(SOUND, { ...FORMAT, form: 'BW64', longSize: 0 })],
  ['a Wave64', 'w64', wave64File(SOUND, FORMAT)],
];
const usableOnDiscs: typeof usable = [
  ['an AIFF', 'aiff', aiffFile(SOUND, FORMAT)],
  ['an AIFF with free bytes', 'aiff', aiffFile(SOUND, { ...FORMAT, freeBytes: 504 })],
  ['an AIFF whose header ends before its sound', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 408, frames: 100 })],
  ['an unfinished AIFF', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0, freeBytes: 504 })],
];

describe('the samples of a stored file', () => {
  it.each([...usable, ...usableOnDiscs])('are found for a disc: %s', async (_what, container, file) => {
    expect(await disc(file, container)).toMatchObject({ from: file.indexOf(SOUND), sizeBytes: SOUND.length });
  });

  it.each(usable)('are found for a side: %s', async (_what, container, file) => {
    expect(await side(file, container)).toMatchObject({ from: file.indexOf(SOUND), sizeBytes: SOUND.length });
  });

  it.each([
    ['another length than was heard', waveFile(SOUND, FORMAT), 999, 'Ember has a header that can be read in two ways'],
    ['no analysis', waveFile(SOUND, FORMAT), null, 'Ember has not been analysed yet.'],
    ['less sound than its header says', waveFile(SOUND, { ...FORMAT, soundSize: 5_000 }), FRAMES, 'Ember ends before'],
    ['no samples', waveFile(Buffer.alloc(0), FORMAT), FRAMES, 'Ember has no samples that can be read.'],
  ])('are used neither for a disc nor for a side: %s', async (_what, file, frames, reason) => {
    expect(await disc(file, 'wav', frames)).toContain(reason);
    expect(await side(file, 'wav', frames)).toContain(reason);
  });

  it('are used once the analysis is ready', async () => {
    const [storage, master] = stored(waveFile(SOUND, FORMAT), 'wav', null);
    expect((await samplesOfDisc(storage, master)).refusal).toBe('Ember has not been analysed yet.');
    expect((await samplesOfDisc(storage, { ...master, decodedFrames: FRAMES })).refusal).toBeNull();
  });
});
