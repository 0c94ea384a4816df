import { trackNumberOf } from '../batch/numbering.js';
import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch, BatchFile } from '../batch/types.js';
import { wordsOf } from '../lexicon/words.js';
import type { SlotType } from '../types.js';
import type { Item } from './items.js';
import { type EvidenceKind, KINDS } from './kinds.js';
import { score } from './title-evidence.js';
import { DOUBTFUL, MOSTLY_NOT, UNDECIDED, type Veto, veto } from './veto.js';

/** Beside unexplained words, so much of a title (title.match) is one word that two songs share. */
const HALF_TITLE = 0.5;
/** … and where the length is another or the title only guessed, too. */
const MOST_OF_TITLE = 0.8;
/** From here on the name holds some of the title, and only what stands beside it speaks against it. */
const TOUCHED = 0.2;
/** A length tells a track where the next is this clearly another. */
const CLEARLY = 0.5;
/** Numbers that agree less with titles and lengths count something else than tracks. */
const TRUSTED = 0.5;
/** Unexplained words of this weight are another title: one long word. */
const ANOTHER_TITLE = 1;
/** A letter more or less makes another word of so short a title ('Cove' and 'Coven'). */
const SHORT_TITLE = 5;
/** A spelling less alike than this shares a word with the title rather than being it. */
const UNLIKE = 0.8;
/** A master is as long as its original, but for a fade: seconds, and the share of its length. */
const FADE_S = 4;
const FADE = 0.03;

/** So few files show no habit by which a strange name could be told from another song's. */
const FEW_FILES = 2;

/** Labels under which recorders and workstations count what they write. */
const LANE = wordsOf('lane-label');

export function trackVeto(
  batch: Batch,
  each: BatchFile,
  t: number,
  remaining: RemainingWords,
  items: readonly Item[],
): Veto[] {
  const strange = remaining.weight >= ANOTHER_TITLE;
  const apart = items.some(({ kind }) => kind === 'duration.off' || kind === 'duration.far');
  const guessed = items.some(({ kind }) => kind === 'title.guessed');
  const enough = strange ? (apart || guessed ? MOST_OF_TITLE : HALF_TITLE) : 0;
  const only = items.find(({ kind }) => kind === 'duration.only')?.value ?? 0;
  const match = each.titles[t];
  // '2' of a lane is no 'Second Hospital', nor 'Stereo Out' 'Out of the Blue'
  const isHollow =
    match !== undefined &&
    match.how !== 'exact' &&
    each.name.tokens.every(({ key, digits }, i) => !match.consumed[i] || digits || LANE.has(key));
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
    return [veto('veto.byChance', UNDECIDED, 'Only its length speaks for this track, and most others here fit none')];
  const numbered = items.some(({ kind }) => KINDS[kind].supports);
  if (byLength && batch.files.length <= FEW_FILES && !numbered)
    return [
      veto(
        'veto.byChance',
        UNDECIDED,
        `Only its length speaks for this track, the name says “${remaining.contentWords.join(' ')}”`,
      ),
    ];
  const title = batch.tracks[t]?.title ?? '';
  const isShort = match && match.quality < 1 && match.how !== 'abbreviation' && title.length <= SHORT_TITLE;
  const isUnlike = match?.how === 'spelling' && match.quality < UNLIKE;
  const supported = items.some(({ kind }) => KINDS[kind].supports);
  if ((isShort || isUnlike) && !supported && told.every(({ kind }) => kind === 'title.match'))
    return [veto('veto.spelling', UNDECIDED, `The name may say another word than “${title}”`)];
  if (told.length > 0) return [];
  const besideTitle = score(each.titles[t]) >= TOUCHED ? remaining.weight : remaining.content;
  if (besideTitle >= ANOTHER_TITLE)
    return [veto('veto.otherTitle', DOUBTFUL, `The name says “${remaining.contentWords.join(' ')}”, not “${title}”`)];
  const mark = trackNumberOf(each, t);
  if (!mark) return [veto('veto.guessed', DOUBTFUL, 'Neither name nor sound nor exact length names a track')];
  const lane = each.name.tokens.some(({ key }) => LANE.has(key));
  if (lane)
    return [
      veto('veto.bareNumber', DOUBTFUL, `Nothing but the number of a recording, ${mark.text}, speaks for this track`),
    ];
  return batch.rows.has(mark.group) && batch.numbering.trust(mark.group) >= TRUSTED
    ? []
    : [veto('veto.bareNumber', UNDECIDED, 'Nothing but a number speaks for this track')];
}

/** Labels under which a workstation counts what may be no tracks. */
const isLane = (each: BatchFile): boolean =>
  each.name.tokens.some(({ key }) => LANE.has(key) && !/^tra?c?k$/.test(key));

/** From this many names on whose number is not that of their sound, the numbers may count something else than tracks. */
const MISCOUNTED = 3;

const countedTrack = (batch: Batch, each: BatchFile, track: number): number | null => {
  const mark = trackNumberOf(each, track);
  return mark && !isLane(each) ? mark.position + batch.numbering.offset(mark.group) : null;
};

/** True where the numbers of most names are those of other tracks than the files sound like. */
function countSomethingElse(batch: Batch): boolean {
  const votes = batch.files.flatMap((file) => {
    const sounding = batch.sounds.trackOf(file.index);
    const counted = sounding < 0 ? null : countedTrack(batch, file, sounding);
    return counted === null ? [] : [counted === batch.tracks[sounding]?.trackNumber];
  });
  const wrong = votes.filter((agrees) => !agrees).length;
  return wrong >= MISCOUNTED && 2 * wrong > votes.length;
}

/** A name that is nothing but the number of another track than the one that the file sounds like. */
function numberAgainstSound(batch: Batch, each: BatchFile, t: number, remaining: RemainingWords): Veto[] {
  if (!remaining.onlyNumber) return [];
  const counted = countedTrack(batch, each, t);
  if (counted === null || counted === batch.tracks[t]?.trackNumber || countSomethingElse(batch)) return [];
  const title = batch.tracks[t]?.title ?? '';
  return [
    veto('veto.conflict', UNDECIDED, `It sounds like “${title}”, but its name is nothing but the number ${counted}`),
  ];
}

/** Sound, length, number and tags that speak of different songs, where no title in the name decides. */
export function conflictVeto(
  batch: Batch,
  each: BatchFile,
  t: number,
  remaining: RemainingWords,
  items: readonly Item[],
): Veto[] {
  const has = (...kinds: EvidenceKind[]): boolean => items.some(({ kind, value }) => kinds.includes(kind) && value > 0);
  const sounds = has('sound.same', 'sound.retouched', 'sound.changed');
  if (sounds && !has('title.match', 'title.folder', 'isrc.agrees', 'tag.title'))
    return numberAgainstSound(batch, each, t, remaining);
  if (has('title.match', 'title.folder', 'isrc.agrees', 'sound.same', 'sound.retouched', 'sound.changed')) return [];
  if (has('tag.title') && has('duration.off', 'duration.far'))
    return [
      veto(
        'veto.conflict',
        UNDECIDED,
        'Only the embedded title speaks for this track, and the length speaks against it',
      ),
    ];
  if (has('tag.title') || !items.some(({ kind, value }) => KINDS[kind].ofLength && value > 0)) return [];
  if (has('tag.titleOther'))
    return [
      veto('veto.conflict', UNDECIDED, 'Only the length speaks for this track, and the embedded title is another'),
    ];
  const mark = trackNumberOf(each, t);
  if (!mark || isLane(each) || batch.numbering.trust(mark.group) < TRUSTED) return [];
  const counted = mark.position + batch.numbering.offset(mark.group);
  const isOther = counted !== batch.tracks[t]?.trackNumber && batch.tracks.some((one) => one.trackNumber === counted);
  return isOther
    ? [veto('veto.conflict', UNDECIDED, `Only the length speaks for this track, and the number says track ${counted}`)]
    : [];
}

/** A title is there as a whole. */
const WHOLE = 0.95;

/** Two whole titles in one name are two songs in one file, or a song named after the other; a word of the slot is no title. */
export function severalVeto(batch: Batch, each: BatchFile, t: number, items: readonly Item[]): Veto[] {
  const own = each.titles[t];
  const isWhole = (match: BatchFile['titles'][number]): boolean =>
    match.how === 'exact' && score(match) >= WHOLE && !match.consumed.some((on, i) => on && each.claimed[i]);
  if (!own || !isWhole(own) || items.some(({ kind }) => KINDS[kind].settlesTitle)) return [];
  // a number, a tempo or a format may read as a title, too
  const isPlain = (i: number): boolean =>
    !each.name.tokens[i]?.digits && !each.name.marks.some(({ from, to }) => i >= from && i < to);
  const other = each.titles.findIndex(
    (match, o) => o !== t && isWhole(match) && match.consumed.every((on, i) => !on || (!own.consumed[i] && isPlain(i))),
  );
  if (other < 0) return [];
  // 'Harbour - Breakwater': the song stands behind what it comes from
  const isBefore = own.consumed.indexOf(1) < each.titles[other]!.consumed.indexOf(1);
  const title = batch.tracks[other]?.title ?? '';
  return [veto('veto.several', isBefore ? MOSTLY_NOT : DOUBTFUL, `“${title}” stands in the name, too`)];
}

/** A length that none but a shortened version would have. */
export function lengthVeto(batch: Batch, each: BatchFile, t: number, slot: SlotType, items: readonly Item[]): Veto[] {
  const known = batch.lengths[t];
  const length = each.file.durationS;
  if (!length || !known || known.file >= 0 || (slot === 'clean_master' && length < known.seconds)) return [];
  const apart = Math.abs(length - known.seconds);
  if (apart <= Math.max(FADE_S, FADE * known.seconds)) return [];
  if (items.some(({ kind, value }) => kind !== 'duration.equal' && KINDS[kind].tells && value > 0)) return [];
  return [veto('veto.length', MOSTLY_NOT, 'Only the number speaks for this track, and the length speaks against it')];
}
