import { type WordClass, wordsOf } from '../lexicon/words.js';
import { SLOT_WORDS } from './slot-words.js';

/** Words that follow a title without belonging to it. */
export const BEHIND = new Set<WordClass>([
  ...SLOT_WORDS,
  'main',
  'acapella',
  'tv',
  'stem',
  'reference',
  'unfinished',
  'whole',
  'edit',
  'alternate',
  'older',
]);
/** Words that begin with one of these beside a title belong together with it: 'Ember_STEM Drums'. */
export const APART = wordsOf('apart');
/** Names that consist of these words name nothing: 'Bounce 0412', 'Audio Export', 'Untitled 3'. */
export const NOTHING = new Set<WordClass>(['useless', 'filler', 'main', 'reference']);
/** Words that make another song of a title; they belong to it. */
export const OF_TITLE = new Set<WordClass>(['live', 'remix']);
export const TECHNICAL = wordsOf('technical');
export const PART = wordsOf('part-label');
export const FEATURING = wordsOf('featuring');
export const SILENT = new Set('format date isrc level tempo copy partialIsrc catalogue hash barcode'.split(' '));
/** Treatments of an old recording; they do not belong to its title. */
export const RESTORED = wordsOf('restored');
/** Words after these belong to them: 'Edited for TV', 'Coda for M.', 'Master of None'. */
export const CONNECTING = wordsOf('connecting');
/** Abbreviations of a version, even if they are written like a title's word. */
export const CODE = wordsOf('version-code');
/** In brackets, these describe the whole bracket. */
export const COPY = new Set([...wordsOf('copy'), ...wordsOf('conflict')]);
/** Alone, they are more likely bits or kilohertz than a title. */
export const DEPTHS = /^(?:16|24|32|44|48|88|96|192)$/;
/** The rest of ': ' and ' / ' after file systems have replaced the character. */
export const COLON = '_ ';
export const SLASH = ' _ ';
/** Words that are counted in titles. */
export const COUNTED = wordsOf('counted-part');
