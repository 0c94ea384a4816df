import type { WordClass } from '../names/word-class.js';

export const SLOTS = ['streaming', 'vinyl', 'hires', 'cd', 'instrumental', 'clean'] as const;
export const SLOT_CLASSES = new Set<WordClass>(SLOTS);
/** Words that follow a title without being of it. */
export const BEHIND = new Set<WordClass>([
  ...SLOTS,
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
/** What begins with these beside a title is theirs: 'Ember_STEM Drums'. */
export const APART = /^(?:stems?|multitracks?|a?capp?ell?as?)$/;
/** Names made of these alone are names of nothing: 'Bounce 0412', 'Audio Export', 'Untitled 3'. */
export const NOTHING = new Set<WordClass>(['useless', 'filler', 'main', 'reference']);
/** Words that make another song of a title: they belong to it. */
export const OF_TITLE = new Set<WordClass>(['live', 'remix']);
export const TECHNICAL = new Set(
  `final finals finalfinal finished done approved version ver vers print printed render rendered export exported file audio wav aiff flac mp3 bit
   bits khz hz fixed fix update updated corrected revised revision rev r v m latest delivery deliver deliverable deliverables pcm bwf stereo
   interleaved copy upload reup mastering mastered choejong wansung wanseong zuizhong xiuzheng fertig endfassung definitivo definitif
   definitive ultima`.split(/\s+/),
);
export const PART = /^(?:pt|part|parte|teil|partie|no|nr|op|mvt|movement|vol|volume)$/;
export const FEATURING = /^(?:feat|ft|featuring)$/;
export const SILENT = new Set('format date isrc level tempo copy partialIsrc catalogue hash barcode'.split(' '));
/** What was done to an old recording; no word of its title. */
export const RESTORED =
  /^(?:restored|restoration|declick(?:ed)?|decrackled?|denoised?|dehissed?|transfer(?:red)?|xfer|digiti[sz]ed)$/;
/** What follows these is theirs: 'Edited for TV', 'Coda for M.', 'Master of None'. */
export const CONNECTING = new Set(
  'of for to from with the a an in on my your our mein meine dein der die das el la le les un une del de da do'.split(
    ' ',
  ),
);
/** Short for a version, even where it is written like a title's word. */
export const CODE = /^(?:ins|vin|str|strm|strmg|dig|digi|hr|hd|uhd|hq|lp|rb|sc|dl|mr)$/;
/** In brackets these speak of the whole bracket. */
export const COPY = /^(?:conflict(?:ed|ing)?|conflicto|conflit|konflikt\w*|copy|kopie|copie|copia|kopia)$/;
/** Alone they are bits or kilohertz sooner than a title. */
export const DEPTHS = /^(?:16|24|32|44|48|88|96|192)$/;
/** What file systems leave of ': ' and of ' / '. */
export const COLON = '_ ';
export const SLASH = ' _ ';
/** What titles count. */
export const COUNTED = /^(?:act|akt|atto|acte|scene|szene|scena|satz|canto|book|chapter|kapitel|day|tableau)$/;
