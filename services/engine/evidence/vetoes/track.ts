import type { RemainingWords } from '../../batch/remaining-words.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { within } from '../../reading/parts.js';
import { numberOf } from '../../reading/similarity.js';
import { trackNumberOf } from '../../reading/track-number.js';
import type { Item } from '../items.js';
import { KINDS } from '../kinds.js';
import { score } from '../measures.js';
import { defineVeto } from '../rule.js';
import { DOUBTFUL, OPEN, UNDECIDED, type Veto, veto } from '../veto.js';
import { LANE, TRUSTED } from './lane.js';

/** Beside another numeral, a smaller match (title.match) is only the work or its movement. */
const SOME_TITLE = 0.15;

/** Beside unexplained words, a smaller match (title.match) is one word that two songs share. */
const HALF_TITLE = 0.5;

/** … and if the length differs or the title is only guessed, this applies too. */
const MOST_OF_TITLE = 0.8;

/** From here on, the name contains some of the title, and only the words beside it contradict it. */
const TOUCHED = 0.2;

/** A length identifies a track if the next one differs this clearly. */
const CLEARLY = 0.5;

/** Unexplained words of this weight are another title: one long word. */
const ANOTHER_TITLE = 1;

/** In a title this short, one letter more or less makes another word ('Cove' and 'Coven'). */
const SHORT_TITLE = 5;

/** A less similar spelling only shares a word with the title. */
const UNLIKE = 0.8;

/** Fewer files show no habit by which a strange name could be distinguished from another song's. */
const FEW_FILES = 2;

const count = (values: readonly number[], value: number): number => values.filter((each) => each === value).length;

/** 'trio 2 i' has a numeral that 'Trio No. 1: I' lacks, and lacks one of its numerals. */
function otherNumeral(batch: Batch, file: BatchFile, trackIndex: number): boolean {
  const valuesOf = (keys: readonly string[]): number[] => keys.flatMap((key) => numberOf(key) ?? []);
  const inTitle = valuesOf(batch.titles[trackIndex]?.words.map(({ key }) => key) ?? []);
  const isFormat = (i: number): boolean => within(file.name.marks, i);
  const inName = valuesOf(file.name.tokens.flatMap(({ key }, i) => (isFormat(i) ? [] : [key])));
  const lacks = (some: number[], others: number[]): boolean =>
    some.some((value) => count(some, value) > count(others, value));
  return lacks(inTitle, inName) && lacks(inName, inTitle);
}

function unnamedTrack(
  batch: Batch,
  file: BatchFile,
  trackIndex: number,
  remaining: RemainingWords,
  items: readonly Item[],
): Veto[] {
  const strange = remaining.weight >= ANOTHER_TITLE;
  const apart = items.some(({ kind }) => kind === 'duration.off' || kind === 'duration.far');
  const guessed = items.some(({ kind }) => kind === 'title.guessed');
  const enough = strange
    ? apart || guessed
      ? MOST_OF_TITLE
      : HALF_TITLE
    : otherNumeral(batch, file, trackIndex)
      ? SOME_TITLE
      : 0;
  const only = items.find(({ kind }) => kind === 'duration.only')?.value ?? 0;
  const match = file.titles[trackIndex];
  // The '2' of a lane is not 'Second Hospital', and 'Stereo Out' is not 'Out of the Blue'.
  const isHollow =
    match !== undefined &&
    match.how !== 'exact' &&
    file.name.tokens.every(({ key, digits }, i) => !match.consumed[i] || digits || LANE.has(key));
  const tells = ({ kind, value }: Item): boolean =>
    KINDS[kind].tells === true &&
    !(kind === 'title.match' && isHollow) &&
    value > (kind === 'title.match' ? enough : 0) &&
    (kind !== 'duration.equal' || only >= CLEARLY);
  if (batch.tracks.length < 2) return [];
  const told = items.filter(tells);
  const byLength =
    told.length > 0 && remaining.content >= ANOTHER_TITLE && told.every(({ kind }) => KINDS[kind].ofLength);
  if (byLength && batch.untimed)
    return [
      veto('veto.byChance', UNDECIDED, 'Only its length supports this track, and most other files here fit none'),
    ];
  const numbered = items.some(({ kind }) => KINDS[kind].supports);
  if (byLength && batch.files.length <= FEW_FILES && !numbered)
    return [
      veto(
        'veto.byChance',
        UNDECIDED,
        `Only its length supports this track, and the name says “${remaining.contentWords.join(' ')}”`,
      ),
    ];
  const title = batch.tracks[trackIndex]?.title ?? '';
  const isRead = match?.how === 'words' || match?.how === 'spelling';
  const isShort = isRead && match.quality < 1 && title.length <= SHORT_TITLE;
  const isUnlike = match?.how === 'spelling' && match.quality < UNLIKE;
  const supported = items.some(({ kind }) => KINDS[kind].supports);
  if ((isShort || isUnlike) && !supported && told.every(({ kind }) => kind === 'title.match'))
    return [veto('veto.spelling', UNDECIDED, `The name may say another word than “${title}”`)];
  if (told.length > 0 && !numbered && told.every(({ kind }) => kind === 'duration.left'))
    return [veto('veto.left', OPEN, 'Nothing names this track: it is the one that the other files leave')];
  if (told.length > 0) return [];
  const besideTitle = score(file.titles[trackIndex]) >= TOUCHED ? remaining.weight : remaining.content;
  if (besideTitle >= ANOTHER_TITLE)
    return [veto('veto.otherTitle', DOUBTFUL, `The name says “${remaining.contentWords.join(' ')}”, not “${title}”`)];
  const mark = trackNumberOf(file, trackIndex);
  if (!mark) return [veto('veto.guessed', DOUBTFUL, 'Neither name nor sound nor exact length names a track')];
  const lane = file.name.tokens.some(({ key }) => LANE.has(key));
  if (lane)
    return [veto('veto.bareNumber', DOUBTFUL, `Only the number of a recording, ${mark.text}, supports this track`)];
  return batch.rows.has(mark.group) && batch.numbering.trust(mark.group) >= TRUSTED
    ? []
    : [veto('veto.bareNumber', UNDECIDED, 'Only a number supports this track')];
}

export const trackVeto = defineVeto({
  kinds: ['veto.byChance', 'veto.spelling', 'veto.otherTitle', 'veto.guessed', 'veto.bareNumber', 'veto.left'],
  examples: [
    { files: ['Ember'], finds: [] },
    { files: ['01 Salt Road'], finds: ['veto.otherTitle'] },
    { files: ['01'], finds: ['veto.bareNumber'] },
    { files: ['x'], finds: ['veto.guessed'] },
    {
      files: [
        { name: 'a.wav', durationS: 181 },
        { name: 'Low Tide.wav', durationS: 182 },
        { name: 'Glass Orchard.wav', durationS: 214 },
        { name: 'Northbound.wav', durationS: 231 },
      ],
      lengths: [180, 182, 214, 231, 260],
      finds: ['veto.left'],
    },
    { files: [{ name: 'Salt Road.wav', durationS: 180 }], lengths: true, finds: ['veto.byChance'] },
    { files: ['Embor'], finds: ['veto.spelling'] },
  ],
  of: ({ batch, file, trackIndex, remaining }, items) => unnamedTrack(batch, file, trackIndex, remaining, items),
});
