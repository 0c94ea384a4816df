import { describe, expect, it } from '@jest/globals';
import type { EditionContent, EditionFinal } from './edition.schema.js';
import { editionChanges } from './edition-changes.lib.js';

const final = (given: Partial<EditionFinal>): EditionFinal => ({
  fileId: 'a',
  trackId: '1',
  trackNumber: 1,
  title: 'Ember',
  slotType: 'streaming_master',
  isrc: null,
  fileName: 'Ember.wav',
  deliverable: null,
  ...given,
});
const edition = (finals: EditionFinal[], given: Partial<EditionContent> = {}): EditionContent => ({
  artist: 'Ann',
  title: 'Night Songs',
  releaseDate: '',
  label: '',
  catalogueNumber: '',
  upc: '',
  finals,
  ...given,
});

describe('the changes of an edition', () => {
  it('are new, replaced and withdrawn finals, and new facts', () => {
    const vinyl = final({ fileId: 'b', slotType: 'vinyl_master' });
    const before = edition([final({}), vinyl]);
    const after = edition(
      [final({ fileId: 'c', isrc: 'DEA012400001' }), final({ fileId: 'd', slotType: 'cd_master' })],
      {
        upc: '5012345678900',
      },
    );
    expect(editionChanges(before, after)).toEqual([
      'Ember (Streaming Master) has a new version',
      'The ISRC of Ember (Streaming Master) is now DEA012400001',
      'Ember (CD Master) is new',
      expect.stringMatching(/^Ember \(Vinyl.*\) was withdrawn$/),
      'The UPC is now 5012345678900',
    ]);
  });

  it('are empty between equal editions', () => {
    expect(editionChanges(edition([final({})]), edition([final({})]))).toEqual([]);
  });
});
