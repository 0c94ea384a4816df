import { writeFileSync } from 'node:fs';
import type { Frame } from 'node-av/lib';
import { type PreviewForm, previewForm, PreviewWriter } from './encode/preview.js';
import { AUDIO_ENGINE } from './engine.js';
import { AudioError } from './errors.js';
import { type AnalysisFacts, heardOf, type PlayedSound } from './facts.js';
import type { AudioLimits } from './limits.js';
import { copyRemarksOf } from './measure/copy-remarks.js';
import { digestsOf, type SoundDigests } from './measure/digest.js';
import { FingerprintWriter } from './measure/fingerprint.js';
import { FlacMd5 } from './measure/flac-md5.js';
import { LatheMeter } from './measure/lathe.js';
import type { Loudness } from './measure/loudness.js';
import { LoudnessMeter } from './measure/loudness.js';
import type { SampleFigures } from './measure/meter.js';
import { SampleMeter } from './measure/meter.js';
import { encodePeaks } from './measure/peaks.js';
import { PlayedMeter, playedOf } from './measure/played.js';
import { CutoffDetector } from './measure/spectrum.js';
import { warningsFor } from './measure/warnings.js';
import { decode, type DecodeState, startOfDecoding } from './read/decode.js';
import { openSound, type Sound } from './read/sound.js';
import { type AnalysisOutput, resultPaths } from './results.js';

export interface AnalysisRequest {
  path: string;
  /** The name under which the file was sent. */
  fileName: string;
  /** An existing folder for the results; `resultPaths` has their names. */
  outDir: string;
  limits: AudioLimits;
  /** False if only the figures are needed. */
  preview?: boolean;
  /** Whether it is a whole side of a record: all of it is fingerprinted, and measured for the lathe. */
  isSide?: boolean;
  onStart?: (durationS: number) => void;
  /** Called with 0 to 1 during decoding. */
  onProgress?: (fraction: number) => void;
}

/** Decodes a file once and measures all of it. Throws AudioError for an unreadable file. */
export async function analyse(request: AnalysisRequest): Promise<AnalysisOutput> {
  const { path, outDir, limits } = request;
  const sound = await openSound(path, request.fileName, limits);
  request.onStart?.(sound.facts.durationS ?? 0);
  const digests = digestsOf(path, sound.facts.container);
  digests.catch(() => undefined);
  const { sampleRateHz, channels } = sound.facts;
  const integer = sound.facts.float || sound.facts.bitsStored === null ? null : sound.facts.bitsStored;
  const loudness = new LoudnessMeter();
  const meter = new SampleMeter(channels, sampleRateHz, integer);
  const cutoff = new CutoffDetector(channels, sampleRateHz);
  const lathe = request.isSide && channels === 2 ? new LatheMeter(sampleRateHz) : null;
  const measure = (samples: Float64Array) => {
    meter.push(samples);
    cutoff.push(samples);
    lathe?.push(samples);
  };
  const { peaksPath, fingerprintPath, previewPath } = resultPaths(outDir);
  const md5 = sound.facts.codec === 'flac' ? new FlacMd5(sound.stream.codecpar, sound.facts.bitsStored ?? 0) : null;
  const mix = channels > 2 ? new PlayedMeter(sound.facts) : null;
  const fingerprint = new FingerprintWriter(fingerprintPath, mix?.rateHz ?? sampleRateHz, request.isSide);
  const form = previewForm(channels);
  const preview = request.preview === false ? null : new PreviewWriter(previewPath, sampleRateHz, form);
  const hear = (frame: Frame) => {
    fingerprint.push(frame);
    preview?.push(frame);
  };
  const state = startOfDecoding();
  const total = (sound.facts.durationS ?? 0) * sampleRateHz;

  for await (const frame of decode(sound, limits, state)) {
    md5?.push(frame);
    loudness.push(frame, measure);
    if (mix) mix.push(frame, hear);
    else hear(frame);
    if (total > 0) request.onProgress?.(Math.min(1, state.frames / total));
  }
  if (state.frames === 0) throw new AudioError('undecodable', 'No sound could be decoded from it.');
  loudness.push(null, measure);
  mix?.push(null, hear);
  fingerprint.finish();
  preview?.finish();
  const figures = meter.finish();
  writeFileSync(peaksPath, encodePeaks(figures.waveform));
  sound.close();
  const { truePeakFrame, ...loud } = loudness.finish();
  const peak = Math.max(...figures.peaks);
  const played = mix?.finish() ?? playedOf(channels, loud.loudness.integratedLufs, peak);
  const better = previewForm(channels, { peak, identical: channels === 2 && figures.identical });
  if (preview && (better.bitRate !== form.bitRate || played.loweredDb > 0))
    await encodeAgain(request, previewPath, better, played);

  const facts = assemble(sound, state, figures, { ...loud, played }, await digests);
  facts.flacMd5 = (state.changes.length === 0 && md5?.finish()) || null;
  facts.copy = await copyRemarksOf(path, facts.container, heardOf(facts)!, outDir);
  facts.warnings = warningsFor(facts, figures, {
    missingFrames: missingFrames(sound, state),
    declaredS: sound.declaredFrames === null ? null : sound.facts.durationS,
    otherFrames: sound.otherFrames,
    wrongFrames: sound.wrongFrames,
    otherRateHz: sound.otherRateHz,
    strayBytes: sound.strayBytes,
    changes: state.changes,
    damagedFrames: state.damaged,
    invalidFrames: state.invalid,
    truePeakFrame,
    endsAt16k: cutoff.endsAt16k(),
  });
  if (lathe) facts.lathe = lathe.finish(loud.loudness.integratedLufs);
  return { facts, peaksPath, fingerprintPath, previewPath };
}

/** Decodes a second time, for the few files whose preview may be smaller than was assumed, or has to be lower. */
async function encodeAgain(
  { path, fileName, limits }: AnalysisRequest,
  to: string,
  form: PreviewForm,
  { loweredDb }: PlayedSound,
): Promise<void> {
  const sound = await openSound(path, fileName, limits);
  const preview = new PreviewWriter(to, sound.facts.sampleRateHz, form, loweredDb);
  for await (const frame of decode(sound, limits)) preview.push(frame);
  preview.finish();
  sound.close();
}

function assemble(
  sound: Sound,
  state: DecodeState,
  figures: SampleFigures,
  loudness: Omit<Loudness, 'truePeakFrame'> & { played: PlayedSound },
  digests: SoundDigests,
): AnalysisFacts {
  const { sampleRateHz, bitsStored } = sound.facts;
  const { container, codec, channels, float, tags } = sound.facts;
  const samplePeakDbfs = figures.peaks.some((peak) => peak > 0) ? decibelsOf(Math.max(...figures.peaks)) : null;
  return {
    container,
    codec,
    sampleRateHz,
    channels,
    bitsStored,
    bitsEffective: bitsStored === null || figures.bitsInUse === null ? null : Math.min(figures.bitsInUse, bitsStored),
    float,
    durationS: state.frames / sampleRateHz,
    complete: state.damaged.length === 0 && missingFrames(sound, state) === 0,
    silent: figures.peaks.every((peak) => peak === 0) && state.invalid.length === 0,
    ...loudness,
    truePeakDbtp: highest(loudness.truePeakDbtp, samplePeakDbfs),
    samplePeakDbfs,
    clippedSamples: figures.clippedSamples,
    clipRuns: figures.clipRuns,
    dcOffset: figures.dcOffset.map((offset) => Math.round(offset * 1e6) / 1e6),
    leadSilenceS: figures.leadSilenceFrames / sampleRateHz,
    tailSilenceS: figures.tailSilenceFrames / sampleRateHz,
    tags,
    warnings: [],
    engine: AUDIO_ENGINE,
    ...digests,
    sizeBytes: sound.sizeBytes,
  };
}

/**
 * A true peak cannot be lower than any sample, but FFmpeg's figure misses the last few samples: its oversampling is
 * delayed.
 */
function highest(truePeak: number | null, samplePeak: number | null): number | null {
  return truePeak === null || samplePeak === null ? (truePeak ?? samplePeak) : Math.max(truePeak, samplePeak);
}

/** Rounded to two decimals. */
function decibelsOf(level: number): number {
  return Math.round(2000 * Math.log10(level)) / 100;
}

/**
 * Sample frames that are declared and missing, or could not be decoded at the end. An MP3 counts them in blocks of 1152, so
 * up to two blocks are not a fault.
 */
function missingFrames(sound: Sound, state: DecodeState): number {
  const missing = (sound.declaredFrames ?? 0) - state.frames;
  const lost = Math.round(state.lostS * sound.facts.sampleRateHz);
  return Math.max(lost, missing > (sound.facts.container === 'mp3' ? 2 * 1152 : 0) ? missing : 0);
}
