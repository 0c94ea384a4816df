import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wavHeader } from '../features/ddp/wav-header.lib.js';
import { areInstalled } from '../testing/programs.js';
import { readCdText, type TextKind } from './cd-text.js';
import { layOutDisc } from './layout.js';
import { cueSheet } from './pq-sheet.js';
import { msf } from './time.js';
import { writeDescriptors } from './write.js';

/** Programs that read what Lacquer writes: Debian has none for DDP, but for cue sheets and CD-Text. */
const run = promisify(execFile);
const withProgram = (program: string) => (areInstalled([program], 'reading a disc') ? it : it.skip);

const UPC = '5012345678900';
const tracks = ['Ember', 'Ash & “Co”', 'Nächte'].map((title, at) => ({
  title,
  performer: 'Ada',
  composer: 'Bö',
  isrc: `GBABC260000${at + 1}`,
  gapFrames: [0, 75, 0][at]!,
  samples: 588 * (400 + at),
}));
const disc = { title: 'Night Songs', performer: 'Ada', upc: UPC, masterId: '', tracks };
const layout = layOutDisc(tracks);
const { files } = writeDescriptors(disc, layout);
const cdText = Buffer.from(files.find(({ name }) => name === 'CDTEXT.BIN')!.bytes);

describe('other programs', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ddp-test-'));
    await writeFile(join(dir, 'disc.cue'), cueSheet(disc, layout, UPC, 'disc.wav'));
    const sound = Buffer.alloc((layout.frames - layout.tracks[0]!.start) * 2352);
    await writeFile(join(dir, 'IMAGE.bin'), sound);
    const header = wavHeader({ channels: 2, storedBits: 16, encoding: 'integer', sampleRateHz: 44_100 }, sound.length);
    await writeFile(join(dir, 'disc.wav'), Buffer.concat([header, sound]));
  });
  afterAll(() => rm(dir, { recursive: true }));

  withProgram('cdrdao')('find the same times and codes in the cue sheet: cdrdao', async () => {
    const { stdout, stderr } = await run('cdrdao', ['show-toc', 'disc.cue'], { cwd: dir });
    const toc = stdout + stderr;
    expect(toc).toContain(`CATALOG NUMBER: ${UPC}`);
    // It counts from track 1, before which every disc has two seconds.
    for (const { start } of layout.tracks) expect(toc).toContain(`START  ${msf(start - 150)}(`);
    expect(toc).toContain(`END    ${msf(layout.frames - 150)}(`);
    expect(toc.match(/ISRC GB ABC 26 0000[123]/g)).toHaveLength(3);
    expect(toc.match(/PREGAP 00:0[12]:00/g)).toEqual(['PREGAP 00:01:00']);
  });

  withProgram('cueprint')('find the titles in the cue sheet: cueprint', async () => {
    const { stdout } = await run('cueprint', ['-d', '%T', '-t', '|%t', 'disc.cue'], { cwd: dir, encoding: 'utf8' });
    expect(stdout).toBe("Night Songs|Ember|Ash & 'Co'|Nächte");
  });

  describe('of a disc with texts in other alphabets, long credits and without a composer', () => {
    const odd = ['Ночь', '夜', 'Νύχτα'].map((title, at) => ({
      ...tracks[at]!,
      title,
      composer: ['Adele Composer, '.repeat(22).slice(0, 350), '', 'Bö'][at]!,
    }));
    // libburn 1.5.4 refuses 99 tracks.
    const many = Array.from({ length: 98 }, (_, at) => ({
      ...tracks[0]!,
      title: `Song number ${at + 1}`,
      performer: 'The Ember Singers',
    }));
    const albums = [odd, many].map((all) => {
      const album = { ...disc, tracks: all };
      const written = writeDescriptors(album, layOutDisc(all)).files;
      const bytes = written.find(({ name }) => name === 'CDTEXT.BIN')!.bytes;
      return { bytes, texts: readCdText(bytes).texts };
    });
    const readAs = (kind: TextKind, found: (string | undefined)[][]) =>
      expect(found).toEqual(albums.map(({ texts }) => texts[kind]));
    const valuesIn = (output: string, pattern: RegExp) => [...output.matchAll(pattern)].map(([, value]) => value);

    withProgram('cdrskin')('read the same texts: libburn', async () => {
      const outputs = await Promise.all(
        albums.map(async ({ bytes }, at) => {
          await writeFile(join(dir, `${at}.bin`), bytes);
          return run('cdrskin', [`textfile_to_v07t=${at}.bin`], { cwd: dir, encoding: 'latin1' });
        }),
      );
      const sheets = outputs.map(({ stdout }) => stdout);
      // It spells a repeated text as a TAB.
      const repeated = (all: (string | undefined)[]) =>
        all.map((value, at) => (value === '\t' ? all.slice(0, at).findLast((each) => each !== '\t') : value));
      const found = (name: string) =>
        sheets.map((sheet) => repeated(valuesIn(sheet, new RegExp(`${name} *= (.*)`, 'g'))));
      readAs('title', found('Title'));
      readAs('performer', found('Artist(?: Name)?'));
      readAs('composer', found('Composer'));
    });

    withProgram('cd-info')('read the same texts: libcdio', async () => {
      const outputs = await Promise.all(
        albums.map(async ({ bytes }, at) => {
          const all = [odd, many][at]!;
          const { frames } = layOutDisc(all);
          const sheet = cueSheet({ ...disc, tracks: all }, layOutDisc(all), UPC, `cdio${at}.bin`);
          await writeFile(join(dir, `cdio${at}.txt`), bytes);
          await writeFile(
            join(dir, `cdio${at}.cue`),
            `CDTEXTFILE "cdio${at}.txt"\r\n${sheet.replace(/^ *(TITLE|PERFORMER) .*\r\n/gm, '')}`,
          );
          await writeFile(join(dir, `cdio${at}.bin`), '');
          await truncate(join(dir, `cdio${at}.bin`), frames * 2352);
          return run('cd-info', ['--no-device-info', '--no-disc-mode', '-c', `cdio${at}.cue`], { cwd: dir });
        }),
      );
      const found = (name: string) =>
        outputs.map(({ stdout }) => valuesIn(stdout, new RegExp(`^\\t${name}: (.*)`, 'gm')));
      readAs('title', found('TITLE'));
      readAs('performer', found('PERFORMER'));
      readAs('composer', found('COMPOSER'));
    });
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
