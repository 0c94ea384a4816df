import { readInTwoWays } from '../../../audio-headers/chunks.js';
import { kindOf } from '../../../audio-headers/containers.js';
import { oneDecimal } from '../../text.js';
import type { AnalysisFacts, AudioWarning } from '../facts.js';
import type { SampleFigures } from './meter.js';
import { Places } from './meter-traces.js';

/** The usual thresholds in mastering. */
const CLIP_RUNS = 1;
const DC_OFFSET = 0.001;
const INVERTED = -0.5;
const HEAD_SILENCE_S = 0.5;
const TAIL_SILENCE_S = 5;
const EDGE_DBFS = -60;
/** The length of an MP3 is declared in frames, and with what the encoder added. */
const MP3_TOLERANCE_S = 0.5;
/** The place of a fault at the end is this long before it, so that a listener hears the approach. */
const END_HEARD_S = 1;

/** Other findings from reading the file. */
export interface ReadingNotes {
  missingFrames: number;
  declaredS: number | null;
  /** Sample frames if the header is read in another way; null if it is clear. */
  otherFrames: number | null;
  /** Sample frames by a header that is certainly wrong; null otherwise. */
  wrongFrames: number | null;
  /** The sample rate by the header of a FLAC if its frames have another one; null otherwise. */
  otherRateHz: number | null;
  /** Bytes behind everything that are neither sound nor a chunk. */
  strayBytes: number;
  /** Where the rate or the number of channels is another one than before. */
  changes: { frame: number; isRate: boolean; isChannels: boolean }[];
  /** Where something could not be decoded although more sound follows. */
  damagedFrames: number[];
  /** Where samples are not numbers. */
  invalidFrames: number[];
  truePeakFrame: number;
  endsAt16k: boolean;
}

/** Warnings for an engineer, from the figures of one file. Loudness is information and never a warning. */
export function warningsFor(facts: AnalysisFacts, figures: SampleFigures, notes: ReadingNotes): AudioWarning[] {
  const warnings: AudioWarning[] = [];
  const warn = (code: AudioWarning['code'], message: string, frames: readonly number[] = []) =>
    warnings.push({ code, message, ...(frames.length > 0 && { atS: placesIn(frames, facts.sampleRateHz) }) });
  const frames = Math.round(facts.durationS * facts.sampleRateHz);
  // Dither moves samples of few bits by two steps, and rounding down shifts them by half a step.
  const step = facts.bitsStored === null || facts.float ? 0 : 2 ** (1 - facts.bitsStored);
  const edge = Math.max(10 ** (EDGE_DBFS / 20), 2 * step);
  const tolerance = facts.codec === 'mp3' ? MP3_TOLERANCE_S : 0.5 / facts.sampleRateHz;
  const end = Math.max(0, facts.durationS - END_HEARD_S) * facts.sampleRateHz;

  if (notes.damagedFrames.length > 0) {
    const lost =
      notes.missingFrames > 0 ? `, ${(notes.missingFrames / facts.sampleRateHz).toFixed(1)} s are missing` : '';
    warn('damaged', `Parts of the file are damaged and could not be read${lost}.`, notes.damagedFrames);
  } else if (notes.otherFrames !== null) {
    warn('length_differs', `It ${readInTwoWays(frames, notes.otherFrames)}`);
  } else if (notes.wrongFrames !== null && notes.wrongFrames < frames) {
    const [says, more] = [notes.wrongFrames, frames - notes.wrongFrames].map((each) => long(each, facts.sampleRateHz));
    const place = [notes.wrongFrames];
    warn(
      'length_differs',
      `Its header ends the sound after ${says}, but ${more} more look like sound and are read.`,
      place,
    );
  } else if (notes.wrongFrames !== null) {
    const more = long(notes.wrongFrames - frames, facts.sampleRateHz);
    warn('length_differs', `Its header counts ${more} of other data as sound, which other programs may play as noise.`);
  } else if (!facts.complete) {
    const [of, is] = [notes.declaredS === null ? null : clockTime(notes.declaredS), clockTime(facts.durationS)];
    const left =
      of === is
        ? `${long(notes.missingFrames, facts.sampleRateHz)} ${notes.missingFrames === 1 ? 'is' : 'are'} missing`
        : `only ${is}${of === null ? '' : ` of ${of}`} is there`;
    warn('truncated', `The file was cut off: ${left}.`, [end]);
  } else if (notes.declaredS !== null && Math.abs(notes.declaredS - facts.durationS) > tolerance) {
    const [says, is] = [clockTime(notes.declaredS), clockTime(facts.durationS)];
    const declared = Math.round(notes.declaredS * facts.sampleRateHz);
    const sound = says === is ? [`${declared} samples per channel`, frames] : [says, `${is} of sound`];
    warn('length_differs', `Its header says ${sound.join(', but there are ')}.`);
  }
  if (notes.strayBytes > 0 && facts.complete) {
    const stray = count(notes.strayBytes, 'byte');
    warn('unknown_data', `${stray} at its end ${notes.strayBytes === 1 ? 'is' : 'are'} not part of it, and not read.`);
  }
  const kind = kindOf(facts.container).toUpperCase();
  if (facts.codec === 'mp3' && kind !== 'MP3') warn('coded_inside', `It is a ${kind} with MP3 inside, which is lossy.`);
  if (facts.codec === 'flac' && kind !== 'FLAC')
    warn('coded_inside', `It is a ${kind} with FLAC inside, which few programs open.`);
  if (notes.otherRateHz !== null)
    warn(
      'format_changes',
      `Its header says ${notes.otherRateHz} Hz, but its frames say ${facts.sampleRateHz} Hz. Other programs may refuse it.`,
    );
  if (notes.changes.length > 0) {
    const places = notes.changes.map(({ frame }) => frame);
    warn('format_changes', `${changesText(notes.changes, facts.sampleRateHz)} Other programs may stop there.`, places);
  }
  if (facts.complete && facts.flacMd5?.stored && facts.flacMd5.stored !== facts.flacMd5.decoded)
    warn(
      'wrong_md5',
      'The MD5 in its header is not that of its sound: stores and other programs refuse it. Please encode it again.',
    );
  if (notes.invalidFrames.length > 0)
    warn(
      'invalid_samples',
      'Some samples are not numbers; other players will make noise of them.',
      notes.invalidFrames,
    );
  if (facts.silent) {
    warn('silent', 'The file is digital silence.');
    return warnings;
  }
  if (facts.truePeakDbtp !== null && facts.truePeakDbtp > 0) {
    warn('true_peak_over', `The true peak is ${oneDecimal(facts.truePeakDbtp)} dBTP, above full scale.`, [
      notes.truePeakFrame,
    ]);
  }
  if (facts.clipRuns >= CLIP_RUNS) {
    warn('clipped', `${count(facts.clipRuns, 'run')} of three or more full-scale samples.`, figures.clipFrames);
  } else if (figures.flatTops) {
    const { places, level, frames } = figures.flatTops;
    warn(
      'clipped',
      `${places} flat tops at ${oneDecimal(toDecibels(level))} dBFS: clipped, and turned down afterwards.`,
      frames,
    );
  }
  const silentChannels = figures.peaks.flatMap((peak, index) => (peak === 0 ? [index] : []));
  if (silentChannels.length > 0 && facts.channels === 2) {
    warn('channel_silent', `The ${silentChannels[0] === 0 ? 'left' : 'right'} channel is silent.`);
  }
  if (figures.identical && facts.channels === 2) warn('channels_identical', 'Both channels are identical: it is mono.');
  if (figures.correlation !== null && figures.correlation < INVERTED) {
    warn('polarity_inverted', 'One channel seems to have inverted polarity: much of the sound vanishes in mono.');
  }
  if (
    facts.bitsStored !== null &&
    facts.bitsEffective !== null &&
    facts.bitsEffective < facts.bitsStored &&
    !facts.float
  ) {
    warn('padded', `Only ${facts.bitsEffective} of the ${facts.bitsStored} bits are in use.`);
  } else if (figures.coarse) {
    warn('padded', 'It uses only the steps of 16 bits: made from a 16-bit file and turned up or down.');
  }
  if (notes.endsAt16k && facts.codec !== 'mp3') {
    warn('lossy_source', 'There is nothing above 17 kHz: it seems to come from a lossy file.');
  }
  const offset = Math.max(...facts.dcOffset.map(Math.abs));
  if (offset > Math.max(DC_OFFSET, step)) warn('dc_offset', `There is a DC offset of ${(offset * 100).toFixed(2)} %.`);
  if (facts.leadSilenceS > HEAD_SILENCE_S) {
    warn('head_silence', `${facts.leadSilenceS.toFixed(1)} s of silence before the sound begins.`, [0]);
  }
  if (facts.tailSilenceS > TAIL_SILENCE_S) {
    warn('tail_silence', `${facts.tailSilenceS.toFixed(1)} s of silence after the sound ends.`, [
      facts.durationS * facts.sampleRateHz - figures.tailSilenceFrames,
    ]);
  }
  if (figures.firstLevel > edge) {
    warn(
      'abrupt_start',
      `It begins abruptly: the first sample is at ${oneDecimal(toDecibels(figures.firstLevel))} dBFS.`,
      [0],
    );
  }
  if (figures.lastLevel > edge) {
    warn('abrupt_end', `It ends abruptly: the last sample is at ${oneDecimal(toDecibels(figures.lastLevel))} dBFS.`, [
      end,
    ]);
  }
  return warnings;
}

/** Seconds, rounded to a hundredth, of the first few that are apart. */
function placesIn(frames: readonly number[], sampleRateHz: number): number[] {
  const places = new Places(sampleRateHz);
  for (const frame of frames) places.add(frame);
  return places.frames.map((frame) => Math.round((100 * frame) / sampleRateHz) / 100);
}

function toDecibels(level: number): number {
  return 20 * Math.log10(level);
}

function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Such as 'Its sample rate changes at 6.0 s.' */
function changesText(changes: ReadingNotes['changes'], sampleRateHz: number): string {
  const isRate = changes.some((change) => change.isRate);
  const isChannels = changes.some((change) => change.isChannels);
  const subject = [isRate && 'sample rate', isChannels && 'number of channels'].filter(Boolean).join(' and ');
  const verb = isRate && isChannels ? 'change' : 'changes';
  const first = `at ${(changes[0]!.frame / sampleRateHz).toFixed(1)} s`;
  return `Its ${subject} ${verb} ${changes.length === 1 ? first : `${changes.length} times, first ${first}`}.`;
}

/** Seconds, or samples if they are few. */
const long = (frames: number, sampleRateHz: number): string =>
  frames * 10 < sampleRateHz ? `${count(frames, 'sample')} per channel` : `${(frames / sampleRateHz).toFixed(1)} s`;

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
