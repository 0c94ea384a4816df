import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wavHeader } from '../features/ddp/wav-header.lib.js';
import { expectTableInDocs } from '../testing/doc-table.js';
import { areInstalled } from '../testing/programs.js';
import { readCdText } from './cd-text.js';
import { checkDdp } from './check.js';
import { type Disc, type DiscLayout, layOutDisc, type PqOffsets } from './layout.js';
import { cueSheet } from './pq-sheet.js';
import { readDdp } from './read.js';
import { msf } from './time.js';
import { IMAGE_NAME, writeDescriptors } from './write.js';

/** Programs that read what Lacquer writes: Debian has none for DDP, but for cue sheets and CD-Text. */
const run = promisify(execFile);
const withProgram = (program: string) => (areInstalled([program], 'reading a disc') ? it : it.skip);

const UPC = '5012345678900';

interface Song {
  title?: string;
  performer?: string;
  composer?: string;
  gapFrames?: number;
  samples?: number;
}
const songs = (all: Song[]): Disc['tracks'] =>
  all.map(({ title, performer = 'Ada', composer = 'Bö', gapFrames = 150, samples = 588 * 400 }, at) => ({
    title: title ?? `Song number ${at + 1}`,
    performer,
    composer,
    isrc: `GBABC26${String(at + 1).padStart(5, '0')}`,
    gapFrames: at === 0 ? 0 : gapFrames,
    samples,
  }));
const album = (title: string, all: Song[]): Disc => ({
  title,
  performer: 'Ada',
  upc: UPC,
  masterId: '',
  tracks: songs(all),
});

/** Discs that the product and other programs must read alike. */
const albums: [name: string, disc: Disc, offsets?: PqOffsets][] = [
  [
    'Latin titles',
    album('Night Songs', [
      { title: 'Ember' },
      { title: 'Ash & “Co”', gapFrames: 75 },
      { title: 'Nächte', gapFrames: 0 },
    ]),
  ],
  [
    'odd lengths and gaps up to 30 s',
    album(
      'Gaps',
      [0, 1, 37, 150, 2250].map((gapFrames, at) => ({ gapFrames, samples: 588 * 400 + 131 * at })),
    ),
  ],
  [
    'one piece without gaps',
    album(
      'Suite',
      Array.from({ length: 6 }, (_, at) => ({ gapFrames: 0, samples: 588 * 380 + 97 * at })),
    ),
  ],
  ['PQ offsets', album('Offsets', [{}, {}, { gapFrames: 10 }, { gapFrames: 0 }]), { start: 15, end: 30 }],
  ['the first of two', album('Long Way (Disc 1)', [{}, {}])],
  ['the second of two', album('Long Way (Disc 2)', [{}, {}, {}])],
  [
    'other alphabets and long credits',
    album('夜の歌', [
      { title: 'Ночь', composer: 'Adele Composer, '.repeat(22).slice(0, 350) },
      { title: '夜', composer: '' },
      { title: 'Νύχτα' },
    ]),
  ],
  // libburn 1.5.4 refuses 99 tracks: findings/cdtext-99-tracks.sh.
  [
    '98 tracks of one artist',
    album(
      'Many',
      Array.from({ length: 98 }, () => ({ performer: 'The Ember Singers' })),
    ),
  ],
];

it('are the discs of the documentation', () => {
  const facts = ({ tracks }: Disc, { frames }: DiscLayout) => [String(tracks.length), msf(frames)];
  expectTableInDocs('discs.md', 'discs', [
    ['Disc', 'Tracks', 'Length'],
    ...albums.map(([name, disc, offsets]) => [name, ...facts(disc, layOutDisc(disc.tracks, offsets))]),
  ]);
});

const valuesIn = (output: string, pattern: RegExp) => [...output.matchAll(pattern)].map(([, value]) => value);

async function writeSilence(path: string, sizeBytes: number): Promise<void> {
  const header = wavHeader({ channels: 2, storedBits: 16, encoding: 'integer', sampleRateHz: 44_100 }, sizeBytes);
  await writeFile(path, header);
  await truncate(path, header.length + sizeBytes);
}

describe.each(albums)('%s', (_, disc, offsets) => {
  const layout = layOutDisc(disc.tracks, offsets);
  const { files } = writeDescriptors(disc, layout);
  const cdText = Buffer.from(files.find(({ name }) => name === 'CDTEXT.BIN')!.bytes);
  const { texts } = readCdText(cdText);
  const wavBytes = (layout.frames - layout.tracks[0]!.start) * 2352;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ddp-test-'));
    const sheet = cueSheet(disc, layout, UPC, 'disc.wav');
    await writeFile(join(dir, 'disc.cue'), sheet);
    await writeSilence(join(dir, 'disc.wav'), wavBytes);
    // libcdio reads the CD-Text of a cue sheet from a file beside it, and only a raw image.
    const ownTexts = /^ *(TITLE|PERFORMER) .*\r\n/gm;
    await writeFile(
      join(dir, 'raw.cue'),
      `CDTEXTFILE "CDTEXT.BIN"\r\n${sheet.replace(ownTexts, '').replace('"disc.wav" WAVE', '"raw.bin" BINARY')}`,
    );
    await writeFile(join(dir, 'CDTEXT.BIN'), cdText);
    await writeFile(join(dir, 'raw.bin'), '');
    await truncate(join(dir, 'raw.bin'), wavBytes);
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('is read back by the product as it was laid out', async () => {
    const contents = new Map(files.map(({ name, bytes }) => [name, bytes]));
    const entries = [...contents].map(([path, bytes]) => ({ path, sizeBytes: bytes.length }));
    const image = { path: IMAGE_NAME, sizeBytes: layout.frames * 2352 };
    const read = (path: string, from: number, to: number) => Promise.resolve(contents.get(path)!.subarray(from, to));
    const ddp = (await readDdp({ entries: [...entries, image], read }))!;
    expect(ddp.tracks.map(({ pause, start, end }) => ({ pause, start, end }))).toEqual(layout.tracks);
    expect(ddp.tracks.map(({ isrc }) => isrc)).toEqual(disc.tracks.map(({ isrc }) => isrc));
    expect(ddp.tracks.map(({ title }) => title)).toEqual(texts.title!.slice(1));
    expect(checkDdp(ddp, { digests: null, expected: null }).filter(({ level }) => level === 'error')).toEqual([]);
  });

  withProgram('cdrdao')('has the same times and codes in the cue sheet: cdrdao', async () => {
    const { stdout, stderr } = await run('cdrdao', ['show-toc', 'disc.cue'], { cwd: dir });
    const toc = stdout + stderr;
    expect(toc).toContain(`CATALOG NUMBER: ${UPC}`);
    // It counts from track 1, before which every disc has two seconds.
    expect(valuesIn(toc, /START +([\d:]+)\(/g)).toEqual(layout.tracks.map(({ start }) => msf(start - 150)));
    expect(toc).toContain(`END    ${msf(layout.frames - 150)}(`);
    const isrcs = valuesIn(toc, /ISRC ([A-Z0-9 ]+)$/gm).map((isrc) => isrc!.replaceAll(' ', ''));
    expect(isrcs).toEqual(disc.tracks.map(({ isrc }) => isrc));
    const gaps = layout.tracks.flatMap(({ pause, start }, at) =>
      at === 0 || pause === null ? [] : [msf(start - pause)],
    );
    expect(valuesIn(toc, /PREGAP ([\d:]+)\(/g)).toEqual(gaps);
  });

  withProgram('cdrskin')('has the same texts: libburn', async () => {
    const { stdout } = await run('cdrskin', ['textfile_to_v07t=CDTEXT.BIN'], { cwd: dir, encoding: 'latin1' });
    // It spells a repeated text as a TAB.
    const repeated = (all: (string | undefined)[]) =>
      all.map((value, at) => (value === '\t' ? all.slice(0, at).findLast((each) => each !== '\t') : value));
    const found = (name: string) => repeated(valuesIn(stdout, new RegExp(`${name} *= (.*)`, 'g')));
    const performer = found('Artist(?: Name)?');
    expect({ title: found('Title'), performer, composer: found('Composer') }).toEqual(texts);
  });

  withProgram('cd-info')('has the same times and texts: libcdio', async () => {
    const { stdout } = await run('cd-info', ['--no-device-info', '--no-disc-mode', '-c', 'raw.cue'], { cwd: dir });
    const found = (name: string) => valuesIn(stdout, new RegExp(`^\\t${name}: (.*)`, 'gm'));
    expect({ title: found('TITLE'), performer: found('PERFORMER'), composer: found('COMPOSER') }).toEqual(texts);
    const starts = [...layout.tracks.map(({ start }) => start), layout.frames];
    expect(valuesIn(stdout, /^ *\d+: ([\d:]+) +\d+ /gm)).toEqual(starts.map(msf));
  });
});

describe('a cue sheet', () => {
  withProgram('cdrdao')('of long texts, backslashes and codes that are none is read by cdrdao', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'cue-'));
    const track = { composer: '', gapFrames: 150, samples: 588 * 400 };
    const disc: Disc = {
      title: 'An album of many words '.repeat(8).trim(),
      performer: '夜の歌'.repeat(20),
      upc: UPC,
      masterId: '',
      tracks: [
        { ...track, title: 'A path C:\\', performer: 'x'.repeat(200), isrc: 'no code' },
        { ...track, title: '\\', performer: ' ', isrc: 'GBABC2600001' },
      ],
    };
    const layout = layOutDisc(disc.tracks);
    const sheet = cueSheet(disc, layout, UPC, 'disc.wav');
    await writeFile(join(dir, 'disc.cue'), sheet);
    await writeSilence(join(dir, 'disc.wav'), (layout.frames - 150) * 2352);
    const { stdout, stderr } = await run('cdrdao', ['show-toc', 'disc.cue'], { cwd: dir });
    expect(valuesIn(stdout + stderr, /START +([\d:]+)\(/g)).toEqual(layout.tracks.map(({ start }) => msf(start - 150)));
    expect(sheet).toContain('TITLE "A path C:"');
    await rm(dir, { recursive: true });
  });
});

describe('other programs', () => {
  const [, disc] = albums[0]!;
  const layout = layOutDisc(disc.tracks);
  const cdText = Buffer.from(writeDescriptors(disc, layout).files.find(({ name }) => name === 'CDTEXT.BIN')!.bytes);
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ddp-test-'));
    await writeFile(join(dir, 'disc.cue'), cueSheet(disc, layout, UPC, 'disc.wav'));
    await writeFile(join(dir, 'IMAGE.bin'), Buffer.alloc(layout.frames * 2352));
  });
  afterAll(() => rm(dir, { recursive: true }));

  withProgram('cueprint')('find the titles in the cue sheet: cueprint', async () => {
    const { stdout } = await run('cueprint', ['-d', '%T', '-t', '|%t', 'disc.cue'], { cwd: dir, encoding: 'utf8' });
    expect(stdout).toBe("Night Songs|Ember|Ash & 'Co'|Nächte");
  });

  withProgram('cdrskin')('accept the checksums of CD-Text, and notice a wrong one: cdrskin', async () => {
    const reading = async (bytes: Buffer) => {
      await writeFile(join(dir, 'CDTEXT.BIN'), bytes);
      const options = [
        '--no_rc',
        '-v',
        '--allow_emulated_drives',
        'dev=stdio:/dev/null',
        'textfile=CDTEXT.BIN',
        '-dummy',
      ];
      return run('cdrskin', [...options, '-sao', '-audio', 'IMAGE.bin'], { cwd: dir }).catch(
        (failure: { stdout: string; stderr: string }) => failure,
      );
    };
    const said = async (bytes: Buffer) => {
      const { stdout, stderr } = await reading(bytes);
      return stdout + stderr;
    };
    // Nothing can be burned without a drive, so it always ends with an error: but with another one.
    expect(await said(cdText)).not.toContain('CRC');
    const damaged = Buffer.from(cdText);
    damaged[5]! ^= 1;
    expect(await said(damaged)).toContain('CD-TEXT pack CRC mismatch');
  });
});
