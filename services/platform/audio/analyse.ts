import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AUDIO_ENGINE } from './engine.js';
import { AudioError } from './errors.js';
import type { AnalysisFacts } from './facts.js';
import { FingerprintWriter } from './fingerprint.js';
import type { AudioLimits } from './limits.js';
import { LoudnessMeter } from './loudness.js';
import { SampleMeter } from './meter.js';
import { encodePeaks } from './peaks.js';
import { PreviewWriter } from './preview.js';
import type { AnalysisOutput } from './protocol.js';
import { decode, openSound } from './sound.js';
import type { DecodeState, Sound } from './sound.js';
import { warningsFor } from './warnings.js';

export interface AnalysisRequest {
  path: string;
  /** As whoever sent the file named it. */
  fileName: string;
  /** Existing folder for peaks.bin, fingerprint.bin and preview.mp3. */
  outDir: string;
  limits: AudioLimits;
  /** Off where only the figures matter. */
  preview?: boolean;
  onStart?: (durationS: number) => void;
  /** Called with 0 to 1 as decoding goes on. */
  onProgress?: (fraction: number) => void;
}

/** Decodes a file once and measures all of it. Throws AudioError for what cannot be read. */
export async function analyse(request: AnalysisRequest): Promise<AnalysisOutput> {
  const { path, outDir, limits } = request;
  const sound = openSound(path, request.fileName, limits);
  request.onStart?.(sound.facts.durationS ?? 0);
  const digest = sha256Of(path);
  const { sampleRateHz, channels } = sound.facts;
  const integer = sound.facts.float || sound.facts.bitsStored === null ? null : sound.facts.bitsStored;
  const loudness = new LoudnessMeter();
  const meter = new SampleMeter(channels, sampleRateHz, integer);
  const [peaksPath, fingerprintPath, previewPath] = ['peaks.bin', 'fingerprint.bin', 'preview.mp3'].map((name) =>
    join(outDir, name),
  ) as [string, string, string];
  const fingerprint = new FingerprintWriter(fingerprintPath, sampleRateHz);
  const preview = request.preview === false ? null : new PreviewWriter(previewPath, sampleRateHz, channels);
  const state: DecodeState = { frames: 0, errors: 0 };
  const total = (sound.facts.durationS ?? 0) * sampleRateHz;

  for await (const frame of decode(sound, limits, state)) {
    loudness.push(frame, (samples) => meter.push(samples));
    fingerprint.push(frame);
    preview?.push(frame);
    if (total > 0) request.onProgress?.(Math.min(1, state.frames / total));
  }
  if (state.frames === 0) throw new AudioError('undecodable', 'No sound could be decoded from it.');
  loudness.push(null, (samples) => meter.push(samples));
  fingerprint.finish();
  preview?.finish();
  const figures = meter.finish();
  writeFileSync(peaksPath, encodePeaks(figures.waveform));
  sound.close();

  const facts = assemble(sound, state, figures, loudness, await digest);
  return { facts, peaksPath, fingerprintPath, previewPath };
}

function assemble(
  sound: Sound, state: DecodeState, figures: ReturnType<SampleMeter['finish']>, loudness: LoudnessMeter, sha256: string,
): AnalysisFacts {
  const { sampleRateHz, bitsStored, float } = sound.facts;
  const levels = loudness.finish();
  const bitsInUse = bitsStored === null ? null : figures.bitsInUse;
  const missing = sound.declaredFrames === null ? 0 : Math.max(0, sound.declaredFrames - state.frames);
  const facts: AnalysisFacts = {
    container: sound.facts.container,
    codec: sound.facts.codec,
    sampleRateHz,
    channels: sound.facts.channels,
    bitsStored,
    bitsEffective: bitsInUse !== null && bitsStored !== null ? Math.min(bitsInUse, bitsStored) : null,
    float,
    durationS: state.frames / sampleRateHz,
    complete: !sound.truncated && state.errors === 0 && missing <= toleratedFrames(sound),
    silent: figures.peaks.every((peak) => peak === 0) && !figures.invalid,
    ...levels,
    clippedSamples: figures.clippedSamples,
    clipRuns: figures.clipRuns,
    dcOffset: figures.dcOffset.map((offset) => Math.round(offset * 1e6) / 1e6),
    leadSilenceS: figures.leadSilenceFrames / sampleRateHz,
    tailSilenceS: figures.tailSilenceFrames / sampleRateHz,
    tags: sound.facts.tags,
    warnings: [],
    engine: AUDIO_ENGINE,
    sha256,
    sizeBytes: sound.sizeBytes,
  };
  facts.warnings = warningsFor(facts, figures, { errors: state.errors, declaredS: sound.facts.durationS, truncated: sound.truncated });
  return facts;
}

/** MP3 lengths are counted in frames and guessed without a Xing header; everything else is exact. */
function toleratedFrames(sound: Sound): number {
  return sound.facts.container === 'mp3' ? Math.max(2 * 1152, (sound.declaredFrames ?? 0) * 0.01) : 0;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
