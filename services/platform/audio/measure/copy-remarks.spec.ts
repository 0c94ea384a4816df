import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useRunner } from '../runner.testing.js';

const { folder, make, analyse } = useRunner();

describe('an analysis says of a tagged copy', () => {
  it('that it leaves something out', async () => {
    const path = join(folder, 'stray.wav');
    const wave = readFileSync(make('plain.wav', { format: 'wav', durationS: 1 }));
    writeFileSync(path, Buffer.concat([wave, Buffer.from('not a chunk')]));
    const { facts } = await analyse(path);
    expect(facts.copy).toEqual({ none: null, left: ['11 bytes behind its last chunk'], says: [], added: [] });
  });

  it('that there is none', async () => {
    const { facts } = await analyse(make('plain.w64', { format: 'w64', durationS: 1 }));
    expect(facts.copy).toEqual({ none: 'is Wave64, which has no place for tags.', left: [], says: [], added: [] });
  });

  it('nothing of most files', async () => {
    const { facts } = await analyse(make('plain.mp3', { format: 'mp3', durationS: 1, tags: { title: 'Glass' } }));
    expect(facts.copy).toEqual({ none: null, left: [], says: [], added: [] });
  });
});
