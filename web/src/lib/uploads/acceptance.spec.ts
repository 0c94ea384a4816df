import { expect, it } from '@jest/globals';
import { type DroppedFile, folderOf, judgedToStage, refusalFor, stagingRefusalFor } from './acceptance';

it.each([
  ['01 Dawn.wav', 100, null],
  ['01 DAWN.FLAC', 100, null],
  ['cover.jpg', 100, 'File type must be one of .wav, .aiff, .flac, .mp3'],
  ['wav', 100, 'File type must be one of .wav, .aiff, .flac, .mp3'],
  ['empty.wav', 0, 'File is smaller than 1 bytes'],
  ['long.wav', 101, 'File is larger than 100 bytes'],
])('%s with %d bytes: %s', (name, size, refusal) => expect(refusalFor({ name, size }, 100)).toBe(refusal));

it.each([
  ['./Album/CD/01.wav', 'Album/CD'],
  ['/Album/01.wav', 'Album'],
  ['./01.wav', null],
  ['01.wav', null],
  [undefined, null],
])('the folder of %s is %s', (path, folder) => expect(folderOf(path)).toBe(folder));

const limits = { maxStagingBytes: 100, maxFileBytes: 1000 };

it.each([
  ['01 Dawn.wav', 101, 'File is larger than 100 bytes'],
  ['NL001_SideA.wav', 1000, null],
  ['Dawn_ATMOS.wav', 1000, null],
  ['DDP.zip', 1001, 'File is larger than 1000 bytes'],
  ['cover.jpg', 101, 'File is larger than 100 bytes'],
  ['lyrics.pdf', 0, 'File is smaller than 1 bytes'],
  ['lyrics.pdf', 100, null],
  ['DDPID', 128, 'Drop the whole folder of the DDP, or a ZIP of it'],
  ['page.html', 1, expect.stringContaining('.wav, .aiff, .flac, .mp3, .zip, .pdf')],
])('%s with %d bytes in staging: %s', (name, size, refusal) =>
  expect(stagingRefusalFor({ name, size }, limits)).toEqual(refusal),
);

it('keeps the files of a DDP together, with those in folders below, apart from masters', () => {
  const dropped = (path: string): DroppedFile =>
    Object.assign(new File(['x'], path.split('/').at(-1)!), { path: `./${path}` });
  const { good, refused, ddps } = judgedToStage(
    ['Album/01.wav', 'Album/DDP/ddpid', 'Album/DDP/IMAGE.DAT', 'Album/DDP/sub/CDTEXT.BIN', 'Album/DDP2/x.exe'].map(
      dropped,
    ),
    limits,
  );
  expect(good.map(({ file }) => file.name)).toEqual(['01.wav']);
  expect(refused.map(({ name }) => name)).toEqual(['x.exe']);
  expect(ddps.map(({ folder, sources }) => [folder, sources.map(({ file }) => file.name)])).toEqual([
    ['Album/DDP', ['ddpid', 'IMAGE.DAT', 'CDTEXT.BIN']],
  ]);
});
