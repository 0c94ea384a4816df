import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { areInstalled } from '../testing/programs.js';
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
    await writeFile(join(dir, 'disc.cue'), cueSheet(disc, layout, UPC, 'IMAGE.bin'));
    await writeFile(join(dir, 'IMAGE.bin'), Buffer.alloc(layout.frames * 2352));
  });
  afterAll(() => rm(dir, { recursive: true }));

  withProgram('cdrdao')('find the same times and codes in the cue sheet: cdrdao', async () => {
    const { stdout, stderr } = await run('cdrdao', ['show-toc', 'disc.cue'], { cwd: dir });
    const toc = stdout + stderr;
    expect(toc).toContain(`CATALOG NUMBER: ${UPC}`);
    for (const { start } of layout.tracks) expect(toc).toContain(`START  ${msf(start)}(`);
    expect(toc).toContain(`END    ${msf(layout.frames)}(`);
    expect(toc.match(/ISRC GB ABC 26 0000[123]/g)).toHaveLength(3);
    expect(toc.match(/PREGAP 00:0[12]:00/g)).toEqual(['PREGAP 00:02:00', 'PREGAP 00:01:00']);
  });

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
