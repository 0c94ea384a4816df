import { bytesSource } from '../../audio-headers/byte-source.js';
import { readChunks } from '../../audio-headers/chunks.js';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { findAudio } from '../../audio-headers/find-audio.js';
import { declaredMpegSamples, MAX_FRAME_BYTES } from '../../audio-headers/mpeg-frames.js';
import { soundRange } from '../../audio-tags/tagged.js';
import { type AnalysisFacts, type AudioTags, audioTagsSchema } from '../../platform/audio/facts.js';

/** Format and length as an analysis would find them. Other facts are not set. */
export async function heardFacts(file: Buffer, container: AudioContainer): Promise<AnalysisFacts> {
  const source = bytesSource(file);
  const sampleRateHz = (await readChunks(source, container))?.format?.sampleRateHz ?? 44_100;
  const declared = declaredMpegSamples(source.read((await findAudio(source))?.from ?? 0, MAX_FRAME_BYTES));
  const frames = (await soundRange(source, container))?.frames ?? declared ?? sampleRateHz;
  const facts: Partial<AnalysisFacts> = {
    container,
    sampleRateHz,
    durationS: frames / sampleRateHz,
    tags: Object.fromEntries(Object.keys(audioTagsSchema.shape).map((tag) => [tag, null])) as AudioTags,
    warnings: [],
    loudness: { integratedLufs: null, lraLu: null, maxMomentaryLufs: null, maxShortTermLufs: null },
  };
  return facts as AnalysisFacts;
}
