import { describe, expect, it } from '@jest/globals';
import { judge, TITLES } from './judged.testing.js';

const others = TITLES.slice(1);
const placed = others.map((_, t) => `${t + 2} streaming`);
const instead = (name: string): ReturnType<typeof judge>[number] => judge([name, ...others])[0]!;

describe('a file that is not the intended one, although there is no other', () => {
  it.each(['OLD', '(superseded)', 'NOT THIS', 'prev', 'rejected', 'do not release', 'nicht verwenden', 'corrupted'])(
    'is out of date: “%s”',
    (word) => {
      const found = instead(`Ember ${word}`);
      expect(found.assigned).toBeNull();
      expect(found.best?.reasoning[0] ?? '−').toMatch(/^−/);
    },
  );

  it.each(['alt', 'option 2', 'opt B', 'backup', 'safety', 'duplicate', 'no limiter'])(
    'is kept beside another: “%s”',
    (word) => {
      expect(instead(`Ember ${word}`).assigned).toBeNull();
    },
  );

  it.each(['edit', 'video edit', 'DJ Kuiper edit', 'long version'])('is an edit: “%s”', (word) => {
    expect(instead(`Ember ${word}`).assigned).toBeNull();
  });

  it.each(['piano', 'string quartet', 'choir', 'en español', 'Deutsch', 'live', 'orchestral'])(
    'is another performance: “%s”',
    (word) => {
      expect(instead(`Ember ${word}`).assigned).toBeNull();
    },
  );

  it.each(['for review', 'watermarked', 'vinyl rip', 'desk mix', 'ext', '12 inch mix', '5.1', 'chorus'])(
    'is not a master: “%s”',
    (word) => {
      expect(instead(`Ember ${word}`).assigned).toBeNull();
    },
  );

  it.each(['louder', 'M2', 'HM', 'fixed', '24-44', 'radio edit', 'v3 final', 'explicit'])(
    'may be the intended one when it is called “%s”',
    (word) => {
      expect(instead(`Ember ${word}`).assigned).toMatch(/^1 (streaming|clean)$/);
    },
  );
});

describe('a file next to one with a plain name', () => {
  it.each(['M', 'S', 'R', 'x', 'mono', 'QX', '-1dB', 'copy', 'outro', 'german'])(
    'leaves the slot to it when its name also contains “%s”',
    (word) => {
      const found = judge([`Ember ${word}`, 'Ember', ...others]);
      expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', ...placed]);
    },
  );

  it.each(['tweaked', 'redo', 'adjusted', 'notes applied', 'fixed'])('is newer when its name contains “%s”', (word) => {
    const found = judge([`Ember ${word}`, 'Ember', ...others]);
    expect(found.map(({ assigned }) => assigned)).toEqual(['1 streaming', null, ...placed]);
  });

  it.each(['album', 'original', 'full', 'vocals', 'album version', 'single version'])(
    'has an equal claim when “%s” says no more than the song itself',
    (word) => {
      const found = judge([`Ember ${word}`, 'Ember', ...others]);
      expect(found.map(({ assigned }) => assigned)).toEqual([null, null, ...placed]);
    },
  );
});
