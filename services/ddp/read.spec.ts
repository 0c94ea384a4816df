import { describe, expect, it } from '@jest/globals';
import { buildDdp, filesOf, type Folder, ISRCS, styles, TIMES, UPC } from './built.testing.js';
import { writeCdText } from './cd-text.js';
import { ddpFolders, holdsDdp, readDdp } from './read.js';

const cdText = Buffer.from(
  writeCdText({ title: ['Nächte', 'Ember', 'Ash', 'Ash'], performer: ['Ada', 'Ada', 'Ada', 'Bö'] })!,
);

describe.each(Object.entries(styles))('a DDP in the layout of %s', (_, style) => {
  it('is read with its tracks, codes and texts', async () => {
    const ddp = (await readDdp(filesOf(buildDdp({ ...style, cdText }))))!;
    expect(ddp.identifier).toMatchObject({ level: 'DDP 2.00', upc: UPC, masterId: 'NR001', type: 'CD' });
    expect(ddp.identifier!.text).toBe(style.identifier[96] ?? '');
    expect(ddp.tracks.map(({ start, pause, isrc }) => [start, pause, isrc])).toEqual(
      TIMES.starts.map((start, at) => [start, TIMES.pauses[at], ISRCS[at]]),
    );
    expect(ddp.tracks.map(({ end }) => end)).toEqual([525, 1050, 1425]);
    expect(ddp.leadOut).toBe(TIMES.leadOut);
    expect(ddp.upc).toEqual({ identifier: UPC, pq: UPC });
    expect(ddp.image).toMatchObject({ frames: TIMES.leadOut, pregap: 150 });
    expect(ddp.tracks.map(({ title, performer }) => [title, performer])).toEqual([
      ['Ember', 'Ada'],
      ['Ash', 'Ada'],
      ['Ash', 'Bö'],
    ]);
    expect(ddp.cdText!.texts.title![0]).toBe('Nächte');
    expect(ddp.others).toEqual([]);
    expect(ddp.checksums.every(({ lines }) => lines!.length === 5)).toBe(true);
  });
});

describe('a DDP in another place', () => {
  const moved = (name: (path: string) => string): Folder =>
    Object.fromEntries(Object.entries(buildDdp()).map(([path, bytes]) => [name(path), bytes]));

  it('is found in a folder and with other letter cases', async () => {
    const nested = await readDdp(filesOf(moved((path) => `Night Songs/DDP/${path.toLowerCase()}`)));
    expect(nested).toMatchObject({ folder: 'Night Songs/DDP', leadOut: TIMES.leadOut });
    expect(nested!.image.files[0]!.path).toBe('Night Songs/DDP/image.dat');
  });

  it('is the one closest to the root, and the others are listed', async () => {
    const two = { ...moved((path) => `old/a/${path}`), ...moved((path) => `new/${path}`) };
    const files = filesOf(two);
    expect(ddpFolders(files)).toEqual(['new', 'old/a']);
    expect(await readDdp(files)).toMatchObject({ folder: 'new', otherFolders: ['old/a'], others: [] });
    expect(await readDdp(files, 'old/a')).toMatchObject({ folder: 'old/a', otherFolders: ['new'], others: [] });
  });

  it('is not found without DDPID and DDPMS', async () => {
    expect(await readDdp(filesOf({ 'notes.txt': Buffer.from('x') }))).toBeNull();
    expect(holdsDdp(['a/ddpms'])).toBe(true);
    expect(holdsDdp(['a/ddpms.txt', 'b.wav'])).toBe(false);
  });
});

it('reads damaged and empty files without an exception', async () => {
  const whole = buildDdp({ cdText });
  for (const name of Object.keys(whole)) {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(5000), Buffer.alloc(5000, 0xff), whole[name]!.subarray(1)]) {
      await expect(readDdp(filesOf({ ...whole, [name]: bytes }))).resolves.toBeDefined();
    }
  }
});
