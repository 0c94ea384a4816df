import { chromaprint, FINGERPRINT_S, RATE_HZ } from '../../../../services/fingerprint/chromaprint.js';
import { openCoded } from '../audio/open-coded';

interface FingerprintedAudio {
  fingerprint: number[];
  durationS: number | null;
}

/** Sound that is decoded at once. */
const PIECE_S = 20;
/** The part of a file that is decoded as a whole: more than two minutes in every lossy format. */
const MAX_DECODED_BYTES = 32 << 20;

/** The acoustic fingerprint of a file, and its length. @throws if the browser cannot decode it */
export async function listen(file: Blob, signal: AbortSignal): Promise<FingerprintedAudio> {
  const decoder = new OfflineAudioContext(1, 1, RATE_HZ);
  const found = await inPieces(file, decoder, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  const { parts, durationS } = found ?? (await asWhole(file, decoder));
  signal.throwIfAborted();
  return { fingerprint: chromaprint(joined(parts)), durationS };
}

type DecodedAudio = { parts: Float32Array[]; durationS: number | null };

/** Reads only the beginning of uncompressed files and FLAC, which may be large. Null for MP3. */
async function inPieces(file: Blob, decoder: OfflineAudioContext, signal: AbortSignal): Promise<DecodedAudio | null> {
  const read = (from: number, to: number) => file.slice(from, to).arrayBuffer();
  const audio = await openCoded({ read, sizeBytes: () => file.size }, signal);
  const { sampleRateHz, frames, frameSamples, samples, delay } = audio.layout;
  if (delay > 0) return null;
  const step = Math.ceil((PIECE_S * sampleRateHz) / frameSamples);
  const end = Math.min(frames, Math.ceil((FINGERPRINT_S * sampleRateHz) / frameSamples));
  const parts: Float32Array[] = [];
  for (let from = 0; from < end; from += step) {
    signal.throwIfAborted();
    const piece = await audio.read({ from, to: Math.min(end, from + step) }, signal);
    parts.push(mono(await decoder.decodeAudioData(piece)));
  }
  return { parts, durationS: samples / sampleRateHz };
}

async function asWhole(file: Blob, decoder: OfflineAudioContext): Promise<DecodedAudio> {
  const isWhole = file.size <= MAX_DECODED_BYTES;
  const decoded = await decoder.decodeAudioData(await file.slice(0, MAX_DECODED_BYTES).arrayBuffer());
  return { parts: [mono(decoded)], durationS: isWhole ? decoded.duration : null };
}

/** The mean of the channels. */
function mono(sound: AudioBuffer): Float32Array {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  return channels[0]!.map((_, at) => channels.reduce((sum, channel) => sum + channel[at]!, 0) / channels.length);
}

function joined(parts: Float32Array[]): Float32Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.subarray(0, FINGERPRINT_S * RATE_HZ);
}
