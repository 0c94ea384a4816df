import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch, BatchFile } from '../batch/types.js';
import { wordsOf } from '../lexicon/words.js';
import { readName } from '../names/read.js';
import type { Item } from './items.js';
import { KINDS } from './kinds.js';
import { hasUncounted } from './slot-evidence.js';
import { quote, type SlotReading } from './slot-mentions.js';
import { score } from './title-evidence.js';
import { conflictVeto, severalVeto, trackVeto } from './track-vetoes.js';
import { DOUBTFUL, MOSTLY_NOT, UNDECIDED, type Veto, veto } from './veto.js';

/** A title below this is not in the name. */
const FOUND = 0.4;
/** 'M2' and 'mst3' count masters. */
const MASTER_LABELS = wordsOf('master-label');

/** Says that it is mastered, or for which slot, rather than which mix it was made from. */
const isMastered = (each: BatchFile, { main, slots }: SlotReading): boolean =>
  main?.mark.strength === 1 || slots.size > 0 || each.name.revisions.some(({ label }) => MASTER_LABELS.has(label));

function mixVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Veto[] {
  if (isMastered(each, reading)) return [];
  const said = reading.mentions.find(({ mark, place }) => mark.wordClass === 'reference' && place !== 'embedded title');
  const numbered = each.name.revisions.find(
    ({ label, from }) => /^(mix|mx)$/.test(label) && !each.titles[t]?.consumed[from],
  );
  const named = score(each.titles[t]) >= FOUND || each.name.rateHz !== null;
  if (said && (named || said.mark.strength === 1 || !/^mixdown/i.test(said.mark.text)))
    return [
      veto('veto.unmastered', said.place === 'name' ? MOSTLY_NOT : DOUBTFUL, `${quote(said)}: a mix before mastering`),
    ];
  return numbered ? [veto('veto.unmastered', MOSTLY_NOT, 'Named by its mix, not as a master')] : [];
}

/** A name that another has with 'mst' behind it, and names like it beside such pairs. */
const BOUNCES = wordsOf('bounce');

/** 'Ember bounce 3' beside 'Ember master' is what that was made from. */
function bounceVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Veto[] {
  const isBounce = ({ name, titles }: BatchFile): boolean =>
    name.tokens.some(({ key }, i) => BOUNCES.has(key) && !titles[t]?.consumed[i]);
  if (!isBounce(each) || isMastered(each, reading)) return [];
  const saysMaster = ({ name, explained, ofStudioName }: BatchFile): boolean =>
    name.words.some(
      ({ wordClass, strength, from }) =>
        wordClass === 'main' && strength === 1 && !explained[from] && !ofStudioName[from],
    );
  const master = batch.files.find((other) => other.likely === t && !isBounce(other) && saysMaster(other));
  return master ? [veto('veto.unmastered', DOUBTFUL, `A bounce, beside “${master.file.name}”`)] : [];
}

function mixBesideVeto(batch: Batch, each: BatchFile): Veto[] {
  const master = batch.mixes.get(each.index);
  if (master) return [veto('veto.unmastered', MOSTLY_NOT, `“${master.file.name}” is the master of it`)];
  return master === null ? [veto('veto.unmastered', DOUBTFUL, 'Masters beside it say so in their names')] : [];
}

/** So many lossy files alone are a delivery; fewer are references. */
const LOSSY_DELIVERY = 3;

function deliveryVeto(batch: Batch, each: BatchFile, t: number): Veto[] {
  const { channels } = each.file;
  if (channels && channels > 2)
    return [veto('veto.surround', MOSTLY_NOT, `${channels} channels, where slots take stereo`)];
  const stereo = batch.files.some((other) => other !== each && other.likely === t && other.file.channels === 2);
  const isMonoSong = batch.titles[t]?.words.some(({ key }) => key === 'mono');
  if (channels === 1 && stereo && !isMonoSong)
    return [veto('veto.mono', DOUBTFUL, 'Mono, while another file of this song is stereo')];
  const alone = batch.files.length < LOSSY_DELIVERY && batch.files.every(({ format }) => format === 'lossy');
  return alone ? [veto('veto.lossy', UNDECIDED, 'A lossy file, as references are')] : [];
}

function alternateVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Veto[] {
  const isAlternate = (name: BatchFile['name']): boolean =>
    name.words.some(({ wordClass, strength }) => wordClass === 'alternate' && strength === 1);
  const said = reading.mentions.find(({ mark }) => mark.wordClass === 'alternate' && mark.strength === 1);
  if (!said || reading.slots.size > 0) return [];
  const others = batch.files.filter(
    (other) => other !== each && other.likely === t && !other.file.isOriginal && !batch.mixes.has(other.index),
  );
  if (others.some(({ name }) => !isAlternate(name)))
    return [veto('veto.alternate', DOUBTFUL, `${quote(said)}: an alternate of another file`)];
  return others.length > 0 ? [veto('veto.alternate', UNDECIDED, `${quote(said)}: one of several to choose from`)] : [];
}

/** Words that say of a file by itself that it is not the one meant. */
const SPARE =
  /^(no lim|nolim|unlimited|alt|alternate|alternative|option|opt|backup|bkp|bak|safety|spare|unused|dup|dupe|duplicate)/i;

/** What the name says is out of date, or kept beside another, and an edit that is not the radio's. */
function spareVeto(batch: Batch, each: BatchFile, reading: SlotReading, items: readonly Item[]): Veto[] {
  const said = (wordClass: string): SlotReading['mentions'][number] | undefined =>
    reading.mentions.find(({ mark, place }) => mark.wordClass === wordClass && mark.strength === 1 && place === 'name');
  const older = said('older');
  if (older) return [veto('veto.older', MOSTLY_NOT, `${quote(older)}: an outdated version`)];
  if (reading.slots.size > 0) return [];
  const spare = said('alternate');
  // a mix beside it that is called so, too, gave it the word
  const isMaster = [...batch.mixes.values()].includes(each);
  if (spare && !isMaster && SPARE.test(spare.mark.text))
    return [veto('veto.alternate', UNDECIDED, `${quote(spare)}: an alternate of another file`)];
  const edit = said('edit');
  return edit && !items.some(({ kind }) => KINDS[kind].settlesTitle)
    ? [veto('veto.edit', UNDECIDED, `${quote(edit)}: an edit, which has no slot`)]
    : [];
}

function floatVeto(batch: Batch, each: BatchFile, reading: SlotReading): Veto[] {
  const isFloat = (other: BatchFile): boolean =>
    Boolean(other.file.float) || (other.file.bitDepth ?? other.name.bitDepth) === 32;
  if (!isFloat(each) || isMastered(each, reading)) return [];
  const fixed = batch.files.some((other) => !isFloat(other) && other.format !== 'lossy' && other.format !== 'unknown');
  return [
    fixed
      ? veto('veto.float', MOSTLY_NOT, '32 bit among files of 16 or 24: a mix before mastering')
      : veto('veto.float', UNDECIDED, '32 bit, as mixes before mastering are, and no word of a master'),
  ];
}

/** Sides are counted for a record to be cut, and on one that was: where nothing else says so, the engineer does. */
function sideVeto(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Veto[] {
  const side = batch.sides.get(each.index);
  if (!side || reading.slots.size > 0 || hasUncounted(batch, t)) return [];
  if (each.format === 'cd' || each.format === 'lossy') return [];
  return [
    veto(
      'veto.sides',
      UNDECIDED,
      `“${side.text}” counts the sides of a record, but no word says that this is for vinyl`,
    ),
  ];
}

/** A slot that the name says and the file cannot be for. */
function formatVeto(each: BatchFile, { slots }: SlotReading): Veto[] {
  const [cd, hires] = [slots.get('cd'), slots.get('hires')];
  if (cd && slots.size === 1 && each.format === 'high')
    return [
      veto('veto.format', UNDECIDED, `${quote(cd)}, but the file is ${(each.file.sampleRateHz ?? 0) / 1000} kHz`),
    ];
  if (hires && slots.size === 1 && each.format === 'cd')
    return [veto('veto.format', UNDECIDED, `${quote(hires)}, but the file is ${each.file.bitDepth ?? 16} bit`)];
  return [];
}

/** Another performance than the project's, unless most files or the project itself are called so. */
function liveVeto(batch: Batch, { mentions, slots }: SlotReading, items: readonly Item[]): Veto[] {
  const said = mentions.find(({ mark }) => mark.wordClass === 'live');
  if (!said || slots.size > 0 || items.some(({ kind }) => KINDS[kind].settlesTitle && kind !== 'tag.title')) return [];
  const isHabit = batch.files.length > 1 && (batch.wordShares.get('live') ?? 0) > HABIT;
  const ofProject = readName(batch.project.title).words.some(({ wordClass }) => wordClass === 'live');
  return isHabit || ofProject ? [] : [veto('veto.live', DOUBTFUL, `${quote(said)}: another performance`)];
}

/** A word in more of the names is what the whole project is called by. */
const HABIT = 0.5;

/** Reasons against a claim on track `t`, whatever the slot, that nothing in its favour outweighs. */
export function vetoesOf(
  batch: Batch,
  each: BatchFile,
  t: number,
  remaining: RemainingWords,
  reading: SlotReading,
  items: readonly Item[],
): Veto[] {
  const ofTrack = trackVeto(batch, each, t, remaining, items);
  ofTrack.push(...conflictVeto(batch, each, t, remaining, items));
  if (each.file.isOriginal) return ofTrack;
  return [
    ...mixVeto(batch, each, t, reading),
    ...mixBesideVeto(batch, each),
    ...bounceVeto(batch, each, t, reading),
    ...deliveryVeto(batch, each, t),
    ...alternateVeto(batch, each, t, reading),
    ...spareVeto(batch, each, reading, items),
    ...floatVeto(batch, each, reading),
    ...sideVeto(batch, each, t, reading),
    ...severalVeto(batch, each, t, items),
    ...liveVeto(batch, reading, items),
    ...formatVeto(each, reading),
    ...ofTrack,
  ];
}

/** The highest probability that vetoes leave. */
export const mostLeft = (vetoes: readonly Veto[]): number => Math.min(1, ...vetoes.map(({ value }) => value));
