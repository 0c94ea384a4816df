import type { AnalysisFacts, AudioWarning } from './facts.js';
import type { SampleFigures } from './meter.js';

/** Thresholds customary in the trade. */
const CLIP_RUNS = 1;
const DC_OFFSET = 0.001;
const HEAD_SILENCE_S = 0.5;
const TAIL_SILENCE_S = 5;
const EDGE_DBFS = -60;

export interface ReadingFaults {
  /** Parts that could not be decoded. */
  errors: number;
  declaredS: number | null;
  truncated: boolean;
}

/** What an engineer should look at, by the figures of one file; loudness is information and never a warning. */
export function warningsFor(facts: AnalysisFacts, figures: SampleFigures, faults: ReadingFaults): AudioWarning[] {
  const warnings: AudioWarning[] = [];
  const warn = (code: AudioWarning['code'], message: string) => warnings.push({ code, message });
  const length = clockTime(facts.durationS);

  if (faults.truncated || (!facts.complete && faults.errors === 0)) {
    const of = faults.declaredS === null ? '' : ` of ${clockTime(faults.declaredS)}`;
    warn('truncated', `The file was cut off: ${length}${of} is there.`);
  } else if (faults.errors > 0) {
    warn('damaged', `Parts of the file are damaged and could not be read (${faults.errors}).`);
  }
  if (figures.invalid) warn('invalid_samples', 'Some samples are not numbers; players will make noise of them.');
  if (facts.silent) {
    warn('silent', 'The file is digital silence.');
    return warnings;
  }
  if (facts.truePeakDbtp !== null && facts.truePeakDbtp > 0) {
    warn('true_peak_over', `The true peak is ${decibels(facts.truePeakDbtp)} dBTP, above full scale.`);
  }
  if (facts.clipRuns >= CLIP_RUNS) {
    warn('clipped', `${count(facts.clipRuns, 'run')} of three or more full-scale samples.`);
  }
  const silentChannels = figures.peaks.flatMap((peak, index) => (peak === 0 ? [index] : []));
  if (silentChannels.length > 0 && facts.channels === 2) {
    warn('channel_silent', `The ${silentChannels[0] === 0 ? 'left' : 'right'} channel is silent.`);
  }
  if (figures.identical && facts.channels === 2) warn('channels_identical', 'Both channels are identical: it is mono.');
  if (facts.bitsStored !== null && facts.bitsEffective !== null && facts.bitsEffective < facts.bitsStored && !facts.float) {
    warn('padded', `Only ${facts.bitsEffective} of the ${facts.bitsStored} bits are in use.`);
  }
  const offset = Math.max(...facts.dcOffset.map(Math.abs));
  if (offset > DC_OFFSET) warn('dc_offset', `There is a DC offset of ${(offset * 100).toFixed(1)} %.`);
  if (facts.leadSilenceS > HEAD_SILENCE_S) {
    warn('head_silence', `${facts.leadSilenceS.toFixed(1)} s of silence before the sound begins.`);
  }
  if (facts.tailSilenceS > TAIL_SILENCE_S) {
    warn('tail_silence', `${facts.tailSilenceS.toFixed(1)} s of silence after the sound ends.`);
  }
  if (toDecibels(figures.firstLevel) > EDGE_DBFS) {
    warn('abrupt_start', `It begins abruptly: the first sample is at ${decibels(toDecibels(figures.firstLevel))} dBFS.`);
  }
  if (toDecibels(figures.lastLevel) > EDGE_DBFS) {
    warn('abrupt_end', `It ends abruptly: the last sample is at ${decibels(toDecibels(figures.lastLevel))} dBFS.`);
  }
  return warnings;
}

function toDecibels(level: number): number {
  return 20 * Math.log10(level);
}

/** One decimal with a real minus sign. */
function decibels(value: number): string {
  return value.toFixed(1).replace('-', '−');
}

function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
