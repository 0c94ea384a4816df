import { describe, expect, it } from '@jest/globals';
import { judge, TITLES } from './judged.testing.js';

const others = TITLES.slice(1);
const placed = others.map((_, t) => `${t + 2} streaming`);
const instead = (name: string): ReturnType<typeof judge>[number] => judge([name, ...others])[0]!;

describe('a file that is not the one meant, though no other is there', () => {
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
    'may well be meant where it is called “%s”',
    (word) => {
      expect(instead(`Ember ${word}`).assigned).toMatch(/^1 (streaming|clean)$/);
    },
  );
});

describe('a file beside one of a plain name', () => {
  it.each(['M', 'S', 'R', 'x', 'mono', 'QX', '-1dB', 'copy', 'outro', 'german'])(
    'leaves the slot to it where it is called “%s” besides',
    (word) => {
      const found = judge([`Ember ${word}`, 'Ember', ...others]);
      expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', ...placed]);
    },
  );

  it.each(['tweaked', 'redo', 'adjusted', 'notes applied', 'fixed'])('was made after it where it was “%s”', (word) => {
    const found = judge([`Ember ${word}`, 'Ember', ...others]);
    expect(found.map(({ assigned }) => assigned)).toEqual(['1 streaming', null, ...placed]);
  });

  it.each(['album', 'original', 'full', 'vocals', 'album version', 'single version'])(
    'has as good a claim where “%s” says no more than the song itself',
    (word) => {
      const found = judge([`Ember ${word}`, 'Ember', ...others]);
      expect(found.map(({ assigned }) => assigned)).toEqual([null, null, ...placed]);
    },
  );
});
