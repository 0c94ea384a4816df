import { trackNumberOf } from '../batch/numbering.js';
import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch, BatchFile } from '../batch/types.js';
import { readName } from '../names/read.js';
import type { SlotType } from '../types.js';
import type { Item } from './items.js';
import { hasUncounted } from './slot-evidence.js';
import { quote, type SlotReading } from './slot-mentions.js';
import { score } from './title-evidence.js';

/*
 * Evidence that adds up can always be outweighed: a client's mix has the right title, number and length too. What is
 * listed here cannot. A veto's value is the highest probability that it leaves to the claim; all of them stay below
 * what is assigned by itself, and the lower ones say that the file is most likely something else.
 */
const MOSTLY_NOT = 0.2;
const DOUBTFUL = 0.4;
const UNDECIDED = 0.55;

/** A title below this is not in the name. */
const FOUND = 0.4;
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
const SUPPORTS_SPELLING = new Set(['number.agrees', 'number.structured', 'tag.number', 'duration.near']);
/** A master is as long as its original, but for a fade: seconds, and the share of its length. */
const FADE_S = 4;
const FADE = 0.03;

/** Evidence of the track that does not come from a number or a similar length. */
const TELLING = new Set([
  'title.match',
  'title.folder',
  'isrc.agrees',
  'tag.title',
  'duration.equal',
  'duration.nearest',
  'duration.left',
  'sound.same',
  'sound.retouched',
  'sound.changed',
]);

const OF_LENGTH = new Set(['duration.equal', 'duration.nearest', 'duration.left']);

/** 'M2' and 'mst3' count masters. */
const MASTER = /^(m|ma|mst|mstr|mast|mastr|master|mastered|mastering|finalmaster)$/;

const veto = (kind: string, value: number, text: string): Item => ({ kind: `veto.${kind}`, value, text: () => text });

/** Says that it is mastered, or for which slot, rather than which mix it was made from. */
const isMastered = (each: BatchFile, { main, slots }: SlotReading): boolean =>
  main?.mark.strength === 1 || slots.size > 0 || each.name.revisions.some(({ label }) => MASTER.test(label));

function mixVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Item[] {
  if (isMastered(each, reading)) return [];
  const said = reading.mentions.find(({ mark, place }) => mark.wordClass === 'reference' && place !== 'embedded title');
  const numbered = each.name.revisions.find(
    ({ label, from }) => /^(mix|mx)$/.test(label) && !each.titles[t]?.consumed[from],
  );
  const named = score(each.titles[t]) >= FOUND || each.name.rateHz !== null;
  if (said && (named || said.mark.strength === 1 || !/^mixdown/i.test(said.mark.text)))
    return [
      veto('unmastered', said.place === 'name' ? MOSTLY_NOT : DOUBTFUL, `${quote(said)}: a mix before mastering`),
    ];
  return numbered ? [veto('unmastered', MOSTLY_NOT, 'Named by its mix, not as a master')] : [];
}

/** A name that another has with 'mst' behind it, and names like it beside such pairs. */
function mixBesideVeto(batch: Batch, each: BatchFile): Item[] {
  const master = batch.mixes.get(each.index);
  if (master) return [veto('unmastered', MOSTLY_NOT, `“${master.file.name}” is the master of it`)];
  return master === null ? [veto('unmastered', DOUBTFUL, 'Masters beside it say so in their names')] : [];
}

/** So many lossy files alone are a delivery; fewer are references. */
const LOSSY_DELIVERY = 3;

function deliveryVeto(batch: Batch, each: BatchFile, t: number): Item[] {
  const { channels } = each.file;
  if (channels && channels > 2) return [veto('surround', MOSTLY_NOT, `${channels} channels, where slots take stereo`)];
  const stereo = batch.files.some((other) => other !== each && other.likely === t && other.file.channels === 2);
  const isMonoSong = batch.titles[t]?.words.some(({ key }) => key === 'mono');
  if (channels === 1 && stereo && !isMonoSong)
    return [veto('mono', DOUBTFUL, 'Mono, while another file of this song is stereo')];
  const alone = batch.files.length < LOSSY_DELIVERY && batch.files.every(({ format }) => format === 'lossy');
  return alone ? [veto('lossy', UNDECIDED, 'A lossy file, as references are')] : [];
}

function alternateVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Item[] {
  const isAlternate = (name: BatchFile['name']): boolean =>
    name.words.some(({ wordClass, strength }) => wordClass === 'alternate' && strength === 1);
  const said = reading.mentions.find(({ mark }) => mark.wordClass === 'alternate' && mark.strength === 1);
  if (!said || reading.slots.size > 0) return [];
  const others = batch.files.filter(
    (other) => other !== each && other.likely === t && !other.file.isOriginal && !batch.mixes.has(other.index),
  );
  if (others.some(({ name }) => !isAlternate(name)))
    return [veto('alternate', DOUBTFUL, `${quote(said)}: an alternate of another file`)];
  return others.length > 0 ? [veto('alternate', UNDECIDED, `${quote(said)}: one of several to choose from`)] : [];
}

function floatVeto(batch: Batch, each: BatchFile, reading: SlotReading): Item[] {
  const isFloat = (other: BatchFile): boolean =>
    Boolean(other.file.float) || (other.file.bitDepth ?? other.name.bitDepth) === 32;
  if (!isFloat(each) || isMastered(each, reading)) return [];
  const fixed = batch.files.some((other) => !isFloat(other) && other.format !== 'lossy' && other.format !== 'unknown');
  return [
    fixed
      ? veto('float', MOSTLY_NOT, '32 bit among files of 16 or 24: a mix before mastering')
      : veto('float', UNDECIDED, '32 bit, as mixes before mastering are, and no word of a master'),
  ];
}

/** Labels under which recorders and workstations count what they write. */
const LANE = new Set(
  'audio track trk take takes recording rec bounce bounced stereo out output untitled region clip lane mixdown print export file new'.split(
    ' ',
  ),
);
function trackVeto(
  batch: Batch,
  each: BatchFile,
  t: number,
  remaining: RemainingWords,
  items: readonly Item[],
): Item[] {
  const strange = remaining.weight >= ANOTHER_TITLE;
  const apart = items.some(({ kind }) => kind === 'duration.off' || kind === 'duration.far');
  const guessed = items.some(({ kind }) => kind === 'title.guessed');
  const enough = strange ? (apart || guessed ? MOST_OF_TITLE : HALF_TITLE) : 0;
  const only = items.find(({ kind }) => kind === 'duration.only')?.value ?? 0;
  const tells = ({ kind, value }: Item): boolean =>
    TELLING.has(kind) &&
    value > (kind === 'title.match' ? enough : 0) &&
    (kind !== 'duration.equal' || only >= CLEARLY);
  if (batch.tracks.length < 2) return [];
  const told = items.filter(tells);
  const byChance = batch.untimed && remaining.content >= ANOTHER_TITLE && told.every(({ kind }) => OF_LENGTH.has(kind));
  if (told.length > 0 && byChance)
    return [veto('byChance', UNDECIDED, 'Only its length speaks for this track, and most others here fit none')];
  const title = batch.tracks[t]?.title ?? '';
  const match = each.titles[t];
  const isShort = match && match.quality < 1 && match.how !== 'abbreviation' && title.length <= SHORT_TITLE;
  const supported = items.some(({ kind }) => SUPPORTS_SPELLING.has(kind));
  if (isShort && !supported && told.every(({ kind }) => kind === 'title.match'))
    return [veto('spelling', UNDECIDED, `The name may say another word than “${title}”`)];
  if (told.length > 0) return [];
  const besideTitle = score(each.titles[t]) >= TOUCHED ? remaining.weight : remaining.content;
  if (besideTitle >= ANOTHER_TITLE)
    return [veto('otherTitle', DOUBTFUL, `The name says “${remaining.contentWords.join(' ')}”, not “${title}”`)];
  const mark = trackNumberOf(each, t);
  if (!mark) return [veto('guessed', DOUBTFUL, 'Neither name nor sound nor exact length names a track')];
  const lane = each.name.tokens.some(({ key }) => LANE.has(key));
  if (lane)
    return [veto('bareNumber', DOUBTFUL, `Nothing but the number of a recording, ${mark.text}, speaks for this track`)];
  return batch.rows.has(mark.group) && batch.numbering.trust(mark.group) >= TRUSTED
    ? []
    : [veto('bareNumber', UNDECIDED, 'Nothing but a number speaks for this track')];
}

/** Sides are counted for a record to be cut, and on one that was: where nothing else says so, the engineer does. */
function sideVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Item[] {
  const side = batch.sides.get(each.index);
  if (!side || reading.slots.size > 0 || hasUncounted(batch, t)) return [];
  if (each.format === 'cd' || each.format === 'lossy') return [];
  return [
    veto('sides', UNDECIDED, `“${side.text}” counts the sides of a record, but no word says that this is for vinyl`),
  ];
}

/** Labels under which a workstation counts what may be no tracks. */
const isLane = (each: BatchFile): boolean =>
  each.name.tokens.some(({ key }) => LANE.has(key) && !/^tra?c?k$/.test(key));

/** Length, number and tags that speak of different songs, where no title in the name decides. */
function conflictVeto(batch: Batch, each: BatchFile, t: number, items: readonly Item[]): Item[] {
  const has = (...kinds: string[]): boolean => items.some(({ kind, value }) => kinds.includes(kind) && value > 0);
  if (has('title.match', 'title.folder', 'isrc.agrees', 'sound.same', 'sound.retouched', 'sound.changed')) return [];
  if (has('tag.title') && has('duration.off', 'duration.far'))
    return [
      veto('conflict', UNDECIDED, 'Only the embedded title speaks for this track, and the length speaks against it'),
    ];
  if (has('tag.title') || !has(...OF_LENGTH)) return [];
  if (has('tag.titleOther'))
    return [veto('conflict', UNDECIDED, 'Only the length speaks for this track, and the embedded title is another')];
  const mark = trackNumberOf(each, t);
  if (!mark || isLane(each) || batch.numbering.trust(mark.group) < TRUSTED) return [];
  const counted = mark.position + batch.numbering.offset(mark.group);
  const isOther = counted !== batch.tracks[t]?.trackNumber && batch.tracks.some((one) => one.trackNumber === counted);
  return isOther
    ? [veto('conflict', UNDECIDED, `Only the length speaks for this track, and the number says track ${counted}`)]
    : [];
}

/** A slot that the name says and the file cannot be for. */
function formatVeto(each: BatchFile, { slots }: SlotReading): Item[] {
  const [cd, hires] = [slots.get('cd'), slots.get('hires')];
  if (cd && slots.size === 1 && each.format === 'high')
    return [veto('format', UNDECIDED, `${quote(cd)}, but the file is ${(each.file.sampleRateHz ?? 0) / 1000} kHz`)];
  if (hires && slots.size === 1 && each.format === 'cd')
    return [veto('format', UNDECIDED, `${quote(hires)}, but the file is ${each.file.bitDepth ?? 16} bit`)];
  return [];
}

/** A title is there as a whole. */
const WHOLE = 0.95;

/** Two whole titles in one name are two songs in one file, or a song named after the other; a word of the slot is no title. */
function severalVeto(batch: Batch, each: BatchFile, t: number, items: readonly Item[]): Item[] {
  const own = each.titles[t];
  const isWhole = (match: BatchFile['titles'][number]): boolean =>
    match.how === 'exact' && score(match) >= WHOLE && !match.consumed.some((on, i) => on && each.claimed[i]);
  if (!own || !isWhole(own) || items.some(({ kind }) => SETTLES_TITLE.has(kind))) return [];
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
  return [veto('several', isBefore ? MOSTLY_NOT : DOUBTFUL, `“${title}” stands in the name, too`)];
}

/** Evidence that says which of the songs in a name, or which performance, is meant. */
const SETTLES_TITLE = new Set(['duration.equal', 'duration.nearest', 'isrc.agrees', 'sound.same', 'tag.title']);

/** Another performance than the project's, unless most files or the project itself are called so. */
function liveVeto(batch: Batch, { mentions, slots }: SlotReading, items: readonly Item[]): Item[] {
  const said = mentions.find(({ mark }) => mark.wordClass === 'live' && mark.strength === 1);
  if (!said || slots.size > 0 || items.some(({ kind }) => SETTLES_TITLE.has(kind) && kind !== 'tag.title')) return [];
  const isHabit = batch.files.length > 1 && (batch.wordShares.get('live') ?? 0) > HABIT;
  const ofProject = readName(batch.project.title).words.some(({ wordClass }) => wordClass === 'live');
  return isHabit || ofProject ? [] : [veto('live', DOUBTFUL, `${quote(said)}: another performance`)];
}

/** A word in more of the names is what the whole project is called by. */
const HABIT = 0.5;

/** A length that none but a shortened version would have. */
export function lengthVeto(batch: Batch, each: BatchFile, t: number, slot: SlotType, items: readonly Item[]): Item[] {
  const known = batch.lengths[t];
  const length = each.file.durationS;
  if (!length || !known || known.file >= 0 || (slot === 'clean_master' && length < known.seconds)) return [];
  const apart = Math.abs(length - known.seconds);
  if (apart <= Math.max(FADE_S, FADE * known.seconds)) return [];
  if (items.some(({ kind, value }) => kind !== 'duration.equal' && TELLING.has(kind) && value > 0)) return [];
  return [veto('length', MOSTLY_NOT, 'Only the number speaks for this track, and the length speaks against it')];
}

/** Reasons against a claim on track `t`, whatever the slot, that nothing in its favour outweighs. */
export function vetoesOf(
  batch: Batch,
  each: BatchFile,
  t: number,
  remaining: RemainingWords,
  reading: SlotReading,
  items: readonly Item[],
): Item[] {
  const ofTrack = trackVeto(batch, each, t, remaining, items);
  ofTrack.push(...conflictVeto(batch, each, t, items));
  if (each.file.isOriginal) return ofTrack;
  return [
    ...mixVeto(batch, each, t, reading),
    ...mixBesideVeto(batch, each),
    ...deliveryVeto(batch, each, t),
    ...alternateVeto(batch, each, t, reading),
    ...floatVeto(batch, each, reading),
    ...sideVeto(batch, each, t, reading),
    ...severalVeto(batch, each, t, items),
    ...liveVeto(batch, reading, items),
    ...formatVeto(each, reading),
    ...ofTrack,
  ];
}

/** The highest probability that vetoes leave. */
export const mostLeft = (vetoes: readonly Item[]): number => Math.min(1, ...vetoes.map(({ value }) => value));
