import type { Identity, UnknownFile } from '../../api/generated/types.gen';
import { checksum, containerOfFile, samplesOf } from './checksums';
import { listen } from './listen';

interface Identifying {
  /** Asks the server. */
  ask: (file: UnknownFile, signal: AbortSignal) => Promise<Identity>;
  /** Gets sentences about the progress. */
  onProgress: (said: string) => void;
  signal: AbortSignal;
}

const EMPTY: Identity = { match: 'none', isOlder: false, fileId: null, sentence: 'This file is empty.' };

/**
 * Says what a file is. Only its checksums and its acoustic fingerprint are sent; the second ones only if the first does
 * not match.
 */
export async function identify(file: File, { ask, onProgress, signal }: Identifying): Promise<Identity> {
  if (file.size === 0) return EMPTY;
  const hashed = (share: number) => onProgress(`Reading the file: ${Math.round(share * 100)} %`);
  const sha256 = await checksum(file, { from: 0, to: file.size }, hashed, signal);
  onProgress('Comparing');
  const first = await ask({ sha256 }, signal);
  if (first.match !== 'none') return first;
  const container = await containerOfFile(file, file.name);
  const range = container && (await samplesOf(file, container));
  const read = (share: number) => onProgress(`Reading the samples: ${Math.round(share * 100)} %`);
  const samplesSha256 = range && range.to > range.from ? await checksum(file, range, read, signal) : null;
  onProgress('Listening');
  const heard = await listen(file, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return { fingerprint: [], durationS: null };
  });
  onProgress('Comparing');
  return ask({ sha256, samplesSha256, container, ...heard }, signal);
}

/** Said beside every place for a file. */
export const STAYS_HERE =
  'The file stays on this device. Only its checksums and an acoustic fingerprint are sent, to be compared.';
