import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe } from '@jest/globals';
import { archivePaths } from '../../file-names/paths.js';
import { layOutZip } from './layout.js';
import { describePrograms, writeArchive } from './programs.testing.js';

const NAMES = [
  'Ember.wav',
  'ember.WAV',
  `${'long '.repeat(180)}.wav`,
  'CON.wav',
  'aux',
  'a/b\\c:d*e?f"g<h>i|j.wav',
  'song\u202Egnp.wav',
  '../../etc/passwd',
  'Ä ö é 日本 🎵.flac',
  'line\nbreak.wav',
  '-rf.wav',
  ' .wav',
];

describe('an archive with difficult names', () => {
  describePrograms('is accepted', async (path) => {
    const names = archivePaths(
      NAMES.map((originalName) => ({ originalName, values: null })),
      '',
    );
    const entries = [...names, 'CD/01.wav', 'CD/02.wav'].map((name, n) => {
      const bytes = randomBytes(n * 1_000);
      return { name, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt: new Date(), source: bytes };
    });
    await writeArchive(path, layOutZip(entries));
  });
});
