import type { Batch, BatchFile, FormatClass } from '../batch/types.js';
import { type SlotWord, WORD_OF } from '../names/slot-words.js';
import type { SlotType } from '../types.js';
import { type Item, sentence } from './items.js';
import { CUT_DB, type Level } from './level.js';
import { type Mention, mentionText, quote, ruleOf, type SlotReading, weight } from './slot-mentions.js';

const SLOT_NAMES: Record<SlotType, string> = {
  streaming_master: 'streaming master',
  vinyl_master: 'vinyl master',
  hires_master: 'hi-res master',
  cd_master: 'CD master',
  instrumental_master: 'instrumental',
  clean_master: 'clean version',
};

type NamedWhat = SlotWord | 'version' | 'otherVersion' | 'otherFormat' | 'otherToo';

/** Evidence of a word: common knowledge, or a rule of the studio. */
const worded = (what: NamedWhat, said: Mention, against = ''): Item => ({
  kind: `${ruleOf(said) ? 'convention' : 'named'}.${what}`,
  value: weight(said),
  text: () => mentionText(said, against),
});

function wordEvidence(slot: SlotType, reading: SlotReading): Item[] {
  const items: Item[] = [];
  const own = WORD_OF[slot];
  const version = own === 'instrumental' || own === 'clean';
  const mention = reading.slots.get(own);
  if (mention) items.push(worded(own, mention));
  for (const [other, said] of reading.slots) {
    if (other === own) continue;
    const otherVersion = other === 'instrumental' || other === 'clean';
    // an instrumental for streaming is an instrumental; a digital vinyl master is a vinyl master
    const kind = version
      ? otherVersion
        ? mention
          ? null
          : 'otherVersion'
        : mention
          ? null
          : 'otherFormat'
      : otherVersion
        ? 'version'
        : own === 'streaming' || !mention
          ? 'otherFormat'
          : other === 'streaming'
            ? null
            : 'otherToo';
    if (kind) items.push(worded(kind, said, ' speaks for another slot'));
  }
  if (reading.main && !version)
    items.push({
      kind: 'named.main',
      value: weight(reading.main),
      text: () => `${quote(reading.main!)}: the album version`,
    });
  if (reading.main && version)
    items.push({
      kind: 'named.mainAgainst',
      value: weight(reading.main),
      text: () => `${quote(reading.main!)}: the album version`,
    });
  return items;
}

const RATE_TEXT: Record<FormatClass, string> = {
  cd: '16 bit',
  standard: '24 bit at 44.1 or 48 kHz',
  high: 'a high sample rate',
  lossy: 'a lossy file',
  unknown: 'unknown format',
};

function besideOf(batch: Batch, each: BatchFile, t: number): 'track' | 'batch' | 'alone' {
  const { format } = each;
  const others =
    format === 'high'
      ? (['standard', 'cd'] as const)
      : format === 'cd'
        ? (['standard', 'high'] as const)
        : (['high', 'cd'] as const);
  const ofSong = [batch.formats.byTrack[t], batch.formats.byName[each.index]];
  if (others.some((other) => ofSong.some((formats) => formats?.has(other)))) return 'track';
  return others.some((other) => batch.formats.all.has(other)) ? 'batch' : 'alone';
}

function formatText(each: BatchFile): string {
  const rate = each.file.sampleRateHz || each.name.rateHz;
  const depth = each.file.bitDepth || each.name.bitDepth;
  const shown = [!depth ? null : `${depth} bit`, rate ? `${rate / 1000} kHz` : null].filter(Boolean).join(' / ');
  return shown || RATE_TEXT[each.format];
}

function formatEvidence(batch: Batch, each: BatchFile, t: number, slot: SlotType): Item[] {
  const { format } = each;
  if (format === 'unknown') return [];
  const own = WORD_OF[slot];
  if (own === 'instrumental' || own === 'clean') {
    return [{ kind: `format.version.${format}`, value: 1, text: () => formatText(each) }];
  }
  if (format === 'lossy') return [{ kind: `format.${own}.lossy.any`, value: 1, text: () => formatText(each) }];
  const beside = besideOf(batch, each, t);
  const where =
    beside === 'track'
      ? ' beside other formats of this track'
      : beside === 'batch'
        ? ' while others in the batch differ'
        : ', the only format of the batch';
  return [{ kind: `format.${own}.${format}.${beside}`, value: 1, text: () => `${formatText(each)}${where}` }];
}

/** What a master of the whole song may be called. */
const OF_SONG = new Set(['streaming', 'cd', 'hires', 'main', 'filler', 'useless']);

/** Another master of track `t` is counted otherwise: then it is the record that this one's sides are of. */
export const hasUncounted = (batch: Batch, t: number): boolean =>
  batch.files.some(
    ({ index, likely, format, file, name }) =>
      likely === t &&
      !batch.sides.has(index) &&
      !batch.mixes.has(index) &&
      !file.isOriginal &&
      format !== 'lossy' &&
      file.bitDepth !== 32 &&
      name.words.every(({ wordClass }) => OF_SONG.has(wordClass)),
  );

/** Sides are counted on records: what is counted by them is cut, unless a word or the format says otherwise. */
function sideEvidence(batch: Batch, each: BatchFile, t: number, slot: SlotType, reading: SlotReading): Item[] {
  const side = batch.sides.get(each.index);
  const says = [...reading.slots.keys()].every((word) => word === 'vinyl');
  if (!side || slot !== 'vinyl_master' || !says) return [];
  if (each.format === 'cd' || each.format === 'lossy') return [];
  const beside = hasUncounted(batch, t);
  // records are mostly cut from files of a high rate
  const value = beside || each.format === 'high' ? 1 : 0.5;
  const text = (): string => `“${side.text}” counts the sides of a record`;
  return [{ kind: beside ? 'side.beside' : 'side.alone', value, text }];
}

function soundSlotEvidence(batch: Batch, each: BatchFile, t: number, slot: SlotType, level: Level): Item[] {
  const items: Item[] = [];
  const relation = batch.sounds.ofTrack(each.index, t);
  const own = WORD_OF[slot];
  if (relation === 'changed' && own === 'instrumental')
    items.push({
      kind: 'sound.instrumental',
      value: 1,
      text: sentence('Parts such as the vocals are missing throughout'),
    });
  if (relation === 'changed' && own !== 'instrumental')
    items.push({ kind: 'sound.notWhole', value: 1, text: sentence('Parts that the original has are missing') });
  if (relation === 'same' && (own === 'instrumental' || own === 'clean'))
    items.push({ kind: 'sound.unchanged', value: 1, text: sentence('Nothing is missing against the original') });
  if (relation === 'retouched' && own !== 'clean' && own !== 'instrumental')
    items.push({
      kind: 'sound.notWhole',
      value: 1,
      text: sentence('Some passages are altered against another file of this track'),
    });
  if (relation === 'retouched' && own === 'clean')
    items.push({ kind: 'sound.clean', value: 1, text: sentence('A few passages are altered, as in a clean version') });
  const quieter = relation === 'changed' || relation === 'retouched' ? 0 : level.quieter;
  const value = Math.min(1, (level.share * quieter) / FULL_CUT_DB);
  if (quieter > CUT_DB && own === 'vinyl')
    items.push({
      kind: 'sound.quieter',
      value,
      text: () => `${quieter.toFixed(1)} dB quieter than the other formats, as for vinyl`,
    });
  if (quieter > CUT_DB && (own === 'streaming' || own === 'hires' || own === 'cd'))
    items.push({
      kind: 'sound.quieterElsewhere',
      value,
      text: () => `${quieter.toFixed(1)} dB quieter than the other formats, as only vinyl is`,
    });
  return items;
}

/** A master for vinyl is cut without the last limiter: from this difference on, in dB, it certainly is one. */
const FULL_CUT_DB = 3;

/** What speaks for and against one slot, given the track and its level beside other files. */
export function slotEvidence(
  batch: Batch,
  each: BatchFile,
  t: number,
  slot: SlotType,
  reading: SlotReading,
  level: Level,
): Item[] {
  const items: Item[] = [
    { kind: `slot.${WORD_OF[slot]}`, value: 1, text: sentence('') },
    ...wordEvidence(slot, reading),
    ...formatEvidence(batch, each, t, slot),
    ...sideEvidence(batch, each, t, slot, reading),
    ...soundSlotEvidence(batch, each, t, slot, level),
  ];
  const short = batch.lengths[t] && each.file.durationS ? each.file.durationS / batch.lengths[t].seconds : 1;
  const mention = reading.slots.get('clean');
  if (
    slot === 'clean_master' &&
    mention &&
    /radio|rad|edit|short/i.test(mention.mark.text) &&
    short > 0.5 &&
    short < 0.985
  ) {
    items.push({
      kind: 'duration.radioEdit',
      value: 1,
      text: sentence('Shorter than the original, as radio edits are'),
    });
  }
  const state = batch.tracks[t]?.slots.find((candidate) => candidate.slotType === slot);
  if (state?.filled)
    items.push({ kind: 'slot.filled', value: 1, text: () => `The ${SLOT_NAMES[slot]} slot already has a file` });
  return items;
}
