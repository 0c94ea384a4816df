import { Sha256 } from '../../../../services/fingerprint/sha256.js';
import { readFlacHeader } from '../audio/flac-frames';
import { openCoded, skipTags } from '../audio/open-coded';

/** Sound that is decoded at once. */
const PIECE_S = 10;

/**
 * SHA-256 of a FLAC's samples as WAV and as AIFF would store them. Empty if the browser cannot decode it without
 * changing samples, or if they have other lengths than 16 or 24 bits.
 */
export async function unpackedChecksums(
  file: Blob,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<string[]> {
  const whole = {
    read: (from: number, to: number) => file.slice(from, to).arrayBuffer(),
    sizeBytes: () => file.size,
  };
  const { source, head } = await skipTags(whole, signal);
  const header = await readFlacHeader(source, head, signal);
  if (!header) return [];
  const { channels, bits } = formatOf(header.streamInfo);
  if (bits !== 16 && bits !== 24) return [];
  const audio = await openCoded(source, signal);
  const { sampleRateHz, frames, frameSamples } = audio.layout;
  // The file's own rate, so that nothing is resampled.
  const decoder = new OfflineAudioContext(channels, 1, sampleRateHz);
  const hashes = [new Sha256(), new Sha256()] as const;
  const step = Math.ceil((PIECE_S * sampleRateHz) / frameSamples);
  for (let from = 0; from < frames; from += step) {
    signal.throwIfAborted();
    const piece = await audio.read({ from, to: Math.min(frames, from + step) }, signal);
    const bytes = integers(await decoder.decodeAudioData(piece), bits / 8);
    hashes[0].update(bytes.little);
    hashes[1].update(bytes.big);
    onProgress(from / frames);
  }
  return hashes.map((hash) => hash.digest());
}

/** Reads the packed fields of STREAMINFO (RFC 9639, 8.2). */
function formatOf(streamInfo: Uint8Array): { channels: number; bits: number } {
  const [twelfth = 0, next = 0] = streamInfo.subarray(12, 14);
  return { channels: ((twelfth >> 1) & 7) + 1, bits: (((twelfth & 1) << 4) | (next >> 4)) + 1 };
}

/** Interleaved integers of two or three bytes in both byte orders. */
function integers(sound: AudioBuffer, bytes: number): { little: Uint8Array; big: Uint8Array } {
  const { numberOfChannels, length } = sound;
  const little = new Uint8Array(length * numberOfChannels * bytes);
  const big = new Uint8Array(little.length);
  const full = 2 ** (bytes * 8 - 1);
  for (let channel = 0; channel < numberOfChannels; channel++) {
    const samples = sound.getChannelData(channel);
    for (let index = 0; index < length; index++) {
      const value = integer(samples[index]!, full);
      const at = (index * numberOfChannels + channel) * bytes;
      for (let byte = 0; byte < bytes; byte++) {
        little[at + byte] = big[at + bytes - 1 - byte] = value >> (8 * byte);
      }
    }
  }
  return { little, big };
}

/** Some browsers divide positive samples by the greatest value, which is one less than the full scale. */
function integer(sample: number, full: number): number {
  const value = sample * full;
  return Math.min(full - 1, Number.isInteger(value) ? value : Math.round(sample * (full - 1)));
}
