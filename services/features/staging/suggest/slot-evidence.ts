import { readWords, type WordMark } from '../names/read.js';
import type { WordClass } from '../names/vocabulary.js';
import type { Batch, BatchFile, FormatClass } from './batch.js';
import { sentence, type Item } from './items.js';
import type { Residue } from './residue.js';
import type { SlotType } from './types.js';

type SlotWord = 'streaming' | 'vinyl' | 'hires' | 'cd' | 'instrumental' | 'clean';

const WORD_OF: Record<SlotType, SlotWord> = {
  streaming_master: 'streaming',
  vinyl_master: 'vinyl',
  hires_master: 'hires',
  cd_master: 'cd',
  instrumental_master: 'instrumental',
  clean_master: 'clean',
};

export const SLOT_NAMES: Record<SlotType, string> = {
  streaming_master: 'streaming master',
  vinyl_master: 'vinyl master',
  hires_master: 'hi-res master',
  cd_master: 'CD master',
  instrumental_master: 'instrumental',
  clean_master: 'clean version',
};

const FOREIGN: Partial<Record<WordClass, string>> = {
  acapella: 'vocals alone, which have no slot',
  tv: 'a TV or performance mix, which has no slot',
  stem: 'a stem or part',
  reference: 'a reference or an unmastered mix',
  tone: 'noise, a tone or a test',
  unfinished: 'a demo, take or sketch',
  whole: 'a whole side, album or sequence in one file',
  snippet: 'a snippet',
  live: 'another performance',
  remix: 'another version of the song',
  sample: 'a sample or effect',
  spoken: 'speech or notes',
  surround: 'a surround or headphone mix, which has no slot',
  edit: 'an edit',
  alternate: 'an alternate of another file',
  older: 'an outdated version',
  useless: 'no song',
};

/** Words about version and format, where they stand, and how far that place is to be believed. */
interface Said {
  mark: WordMark;
  trust: number;
  place: string;
}

export interface SlotReading {
  said: Said[];
  /** strongest mention of each slot */
  slots: Map<SlotWord, Said>;
  main: Said | null;
}

const SLOT_WORDS = new Set<string>(Object.values(WORD_OF));

/** Gathers what name, folder and embedded title say about the slot, with the title of track `t` taken out. */
export function readSlotWords(each: BatchFile, t: number, residue: Residue): SlotReading {
  const said: Said[] = residue.words.map((mark) => ({ mark, trust: 1, place: 'name' }));
  if (each.folder) {
    const words = readWords(each.folder.name, each.folder.tokens, each.folderClaimed);
    said.push(...words.map((mark) => ({ mark, trust: 0.8, place: 'folder' })));
  }
  const tagged = each.tagTitles?.[t];
  if (each.tagReading && tagged && tagged.cover * tagged.quality >= 0.6) {
    const words = readWords(each.tagReading.name, each.tagReading.tokens, tagged.consumed);
    said.push(...words.filter((mark) => mark.wordClass !== 'main').map((mark) => ({ mark, trust: 0.9, place: 'embedded title' })));
  }
  const slots = new Map<SlotWord, Said>();
  let main: Said | null = null;
  for (const word of said) {
    const { wordClass } = word.mark;
    if (wordClass === 'main' && (!main || weight(word) > weight(main))) main = word;
    if (!SLOT_WORDS.has(wordClass)) continue;
    const before = slots.get(wordClass as SlotWord);
    if (!before || weight(word) > weight(before)) slots.set(wordClass as SlotWord, word);
  }
  return { said, slots, main };
}

const weight = (said: Said): number => said.mark.strength * said.trust;
const quote = (said: Said): string => `“${said.mark.text}” in the ${said.place}`;

/** Words that take a file out of all slots. */
export function foreignEvidence(batch: Batch, reading: SlotReading): Item[] {
  const worst = new Map<WordClass, Said>();
  for (const said of reading.said) {
    if (FOREIGN[said.mark.wordClass] === undefined) continue;
    const before = worst.get(said.mark.wordClass);
    if (!before || weight(said) > weight(before)) worst.set(said.mark.wordClass, said);
  }
  const marked = batch.files.filter((each) => each.name.words.some((word) => word.wordClass === 'main')).length / batch.files.length;
  return [...worst].map(([wordClass, said]) => {
    const habit = habitOf(batch, said);
    const value = weight(said) * habit;
    const text = (): string => `${quote(said)}: ${FOREIGN[wordClass] ?? ''}`;
    if (wordClass !== 'reference' || said.mark.strength === 1) return { kind: `word.${wordClass}`, value, text };
    // 'mix 3 master': the word names the source, not what this file is; beside files marked as masters it says mix
    const master = reading.main !== null || reading.slots.size > 0;
    return { kind: 'word.reference', value: master ? 0.4 * value : marked >= 0.3 ? Math.max(value, habit) : value, text };
  });
}

/** Classes that no title, number or length can outweigh: an acapella of the right song is still an acapella. */
const DECISIVE = new Set<WordClass>(['acapella', 'tv', 'stem', 'tone', 'unfinished', 'whole', 'snippet', 'remix', 'sample', 'spoken', 'surround']);

/** A word that most files carry is the studio's habit and says little. */
function habitOf(batch: Batch, said: Said): number {
  if (batch.files.length < 4) return 1;
  const share = batch.files.filter((each) => each.name.words.some((word) => word.wordClass === said.mark.wordClass)).length / batch.files.length;
  return share > 0.7 ? 0.3 : 1;
}

function wordEvidence(slot: SlotType, reading: SlotReading): Item[] {
  const items: Item[] = [];
  const own = WORD_OF[slot];
  const version = own === 'instrumental' || own === 'clean';
  const mention = reading.slots.get(own);
  if (mention) items.push({ kind: `named.${own}`, value: weight(mention), text: sentence(quote(mention)) });
  for (const [other, said] of reading.slots) {
    if (other === own) continue;
    const otherVersion = other === 'instrumental' || other === 'clean';
    // an instrumental for streaming is an instrumental; a digital vinyl master is a vinyl master
    const kind = version ? (otherVersion ? (mention ? null : 'named.otherVersion') : mention ? null : 'named.otherFormat')
      : otherVersion ? 'named.version' : own === 'streaming' || !mention ? 'named.otherFormat' : other === 'streaming' ? null : 'named.otherToo';
    if (kind) items.push({ kind, value: weight(said), text: () => `${quote(said)} speaks for another slot` });
  }
  if (reading.main && !version) items.push({ kind: 'named.main', value: weight(reading.main), text: () => `${quote(reading.main!)}: the album version` });
  if (reading.main && version) items.push({ kind: 'named.mainAgainst', value: weight(reading.main), text: () => `${quote(reading.main!)}: the album version` });
  return items;
}

const RATE_TEXT: Record<FormatClass, string> = { cd: '16 bit', standard: '24 bit at 44.1 or 48 kHz', high: 'a high sample rate', lossy: 'a lossy file', unknown: 'unknown format' };

function besideOf(batch: Batch, t: number, format: FormatClass): 'track' | 'batch' | 'alone' {
  const others = format === 'high' ? (['standard', 'cd'] as const) : format === 'cd' ? (['standard', 'high'] as const) : (['high', 'cd'] as const);
  if (others.some((other) => batch.formats.byTrack[t]?.has(other))) return 'track';
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
    return [{ kind: `format.version.${format}`, value: 1, text: () => `${formatText(each)}` }];
  }
  const beside = format === 'lossy' ? 'any' : besideOf(batch, t, format);
  const where = beside === 'track' ? ' beside other formats of this track' : beside === 'batch' ? ' while others in the batch differ' : beside === 'alone' ? ', the only format of the batch' : '';
  return [{ kind: `format.${own}.${format}.${beside}`, value: 1, text: () => `${formatText(each)}${where}` }];
}

function soundSlotEvidence(batch: Batch, each: BatchFile, t: number, slot: SlotType): Item[] {
  const items: Item[] = [];
  const relation = batch.sounds.ofTrack(each.index, t);
  const own = WORD_OF[slot];
  if (relation === 'changed' && own === 'instrumental') items.push({ kind: 'sound.instrumental', value: 1, text: sentence('Parts such as the vocals are missing throughout') });
  if (relation === 'changed' && own !== 'instrumental') items.push({ kind: 'sound.notWhole', value: 1, text: sentence('Parts that the original has are missing') });
  if (relation === 'same' && (own === 'instrumental' || own === 'clean')) items.push({ kind: 'sound.unchanged', value: 1, text: sentence('Nothing is missing against the original') });
  if (relation === 'retouched' && own !== 'clean' && own !== 'instrumental') items.push({ kind: 'sound.notWhole', value: 1, text: sentence('Some passages are altered against another file of this track') });
  if (relation === 'retouched' && own === 'clean') items.push({ kind: 'sound.clean', value: 1, text: sentence('A few passages are altered, as in a clean version') });
  const loudness = each.file.integratedLufs;
  if (own === 'vinyl' && loudness !== null && loudness !== undefined) {
    const others = batch.files.filter((other) => other !== each && other.likely === t && typeof other.file.integratedLufs === 'number').map((other) => other.file.integratedLufs ?? 0);
    const quieter = others.length > 0 ? Math.max(...others) - loudness : 0;
    if (quieter > 1.5) items.push({ kind: 'sound.quieter', value: Math.min(1, quieter / 4), text: () => `${quieter.toFixed(1)} dB quieter than the other formats, as for vinyl` });
  }
  return items;
}

/** What speaks for and against one slot, given the track. */
export function slotEvidence(batch: Batch, each: BatchFile, t: number, slot: SlotType, reading: SlotReading): Item[] {
  const items: Item[] = [
    { kind: `slot.${WORD_OF[slot]}`, value: 1, text: sentence('') },
    ...wordEvidence(slot, reading),
    ...formatEvidence(batch, each, t, slot),
    ...soundSlotEvidence(batch, each, t, slot),
  ];
  const short = batch.lengths[t] && each.file.durationS ? each.file.durationS / batch.lengths[t].seconds : 1;
  const mention = reading.slots.get('clean');
  if (slot === 'clean_master' && mention && /radio|rad|edit|short/i.test(mention.mark.text) && short > 0.5 && short < 0.985) {
    items.push({ kind: 'duration.radioEdit', value: 1, text: sentence('Shorter than the original, as radio edits are') });
  }
  const state = batch.tracks[t]?.slots.find((candidate) => candidate.slotType === slot);
  if (state?.filled) items.push({ kind: 'slot.filled', value: 1, text: () => `The ${SLOT_NAMES[slot]} slot already has a file` });
  return items;
}

/** Form and length of the file itself, against any slot. */
export function shapeEvidence(batch: Batch, each: BatchFile): Item[] {
  const items: Item[] = [];
  const { file } = each;
  const lengths = batch.lengths.flatMap((known) => (known && known.file !== each.index ? [known.seconds] : []));
  if (file.durationS && lengths.length > 0) {
    const longest = Math.max(...lengths);
    const shortest = Math.min(...lengths);
    if (file.durationS > 1.4 * longest) items.push({ kind: 'shape.long', value: Math.min(2, file.durationS / longest / 1.4), text: sentence('Much longer than any track') });
    if (file.durationS < 0.6 * shortest && file.durationS < 60) items.push({ kind: 'shape.short', value: 1, text: sentence('Much shorter than any track') });
  } else if (file.durationS && file.durationS < 20) items.push({ kind: 'shape.short', value: 1, text: sentence('Too short for a song') });
  else if (file.durationS && file.durationS > 900) items.push({ kind: 'shape.long', value: Math.min(2, file.durationS / 900), text: sentence('Too long for a song') });
  if (file.channels && file.channels > 2) items.push({ kind: 'shape.multichannel', value: 1, text: () => `${file.channels} channels` });
  if (file.channels === 1) items.push({ kind: 'shape.mono', value: 1, text: sentence('Mono') });
  const stereo = batch.files.some((other) => (other.file.bitDepth ?? 24) < 32);
  if ((file.float || file.bitDepth === 32) && stereo) items.push({ kind: 'shape.float', value: 1, text: sentence('32 bit, as mixes before mastering are') });
  if (each.format === 'lossy') {
    const lossless = batch.files.some((other) => other.format !== 'lossy' && other.format !== 'unknown');
    items.push({ kind: lossless ? 'shape.lossyBeside' : 'shape.lossy', value: 1, text: sentence(lossless ? 'Lossy beside lossless files' : 'A lossy format') });
  }
  const named = each.name.rateHz;
  if (named && file.sampleRateHz && named !== file.sampleRateHz) items.push({ kind: 'format.conflict', value: 1, text: () => `The name says ${named / 1000} kHz, the file is ${(file.sampleRateHz ?? 0) / 1000} kHz` });
  if (each.name.copy) items.push({ kind: 'word.copy', value: 1, text: sentence('Named as a copy of another file') });
  return items;
}

/**
 * What takes a share of the claim however well title and length agree: words that name something without a slot, and
 * unknown words behind the title, which may name another version or another slot for the same sound.
 */
export function doubtsOf(slot: SlotType, residue: Residue, reading: SlotReading, foreign: readonly Item[]): Item[] {
  const decisive = foreign.filter((item) => DECISIVE.has(item.kind.slice('word.'.length) as WordClass) || (item.kind === 'word.reference' && item.value >= 1));
  const doubts: Item[] = decisive.map((item) => ({ kind: 'doubt.foreignWord', value: item.value, text: sentence('') }));
  if (!residue.qualified) return doubts;
  const unknown = residue.unexplained.join(' ');
  doubts.push({ kind: 'doubt.unknownWord', value: Math.min(1, residue.weight), text: () => `“${unknown}” may name another version` });
  const own = WORD_OF[slot];
  if (own === 'hires' && !reading.slots.has(own)) {
    doubts.push({ kind: 'doubt.otherSlot', value: Math.min(1, residue.weight), text: () => `“${unknown}” may name another slot, such as vinyl` });
  }
  return doubts;
}
