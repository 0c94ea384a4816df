import { describe, expect, it } from '@jest/globals';
import { archivePaths } from './archive-names.js';

const path = (originalName: string, trackTitle: string | null = null) =>
  archivePaths([{ originalName, trackTitle, trackNumber: trackTitle === null ? null : 1 }])[0]!;

describe('the paths in an archive', () => {
  it('have at most 200 bytes per segment and keep the extension', () => {
    const parts = path(`${'ü'.repeat(190)}.wav`, '🎵'.repeat(120)).split('/');
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
    expect(parts[0]).toMatch(/^01 (🎵)+$/u);
    expect(parts[1]).toMatch(/^ü+\.wav$/);
  });

  it('stay different when two names only differ after the cut', () => {
    const [one, two] = archivePaths(
      ['a', 'b'].map((end) => ({ originalName: `${'x'.repeat(250)}${end}.wav`, trackNumber: null, trackTitle: null })),
    );
    expect(two).not.toBe(one);
    expect(Buffer.byteLength(two!)).toBeLessThanOrEqual(200);
    expect(two).toMatch(/ \(2\)\.wav$/);
  });

  it.each([
    ['CON.wav', 'CON_.wav'],
    ['nul', 'nul_'],
    ['Com1.tar.gz', 'Com1_.tar.gz'],
    ['LPT9 .wav', 'LPT9_ .wav'],
    ['Console.wav', 'Console.wav'],
    ['song\u202Egnp.wav', 'songgnp.wav'],
    ['a\u2066b\u2069\u200F.flac', 'ab.flac'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['a\ud800.wav', 'a\ufffd.wav'],
    ['', '_'],
  ])('of %j is %j', (name, expected) => {
    expect(path(name)).toBe(expected);
  });
});
