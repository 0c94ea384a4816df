import type { Identity, UnknownFile } from '../../api/generated/types.gen';
import { checksum, formOfFile, samplesChecksum } from './checksums';
import { listen } from './listen';
import { unpackedChecksums } from './unpack';

interface IdentifyOptions {
  /** Asks the server. */
  ask: (file: UnknownFile, signal: AbortSignal) => Promise<Identity>;
  /** Gets sentences about the progress. */
  onProgress: (said: string) => void;
  signal: AbortSignal;
}

const EMPTY: Identity = { match: 'none', isOlder: false, fileId: null, sentence: 'This file is empty.' };

/**
 * Says what a file is. Only its checksums and its acoustic fingerprint are sent; all but that of the whole file only if
 * that one is not known.
 */
export async function identify(file: File, { ask, onProgress, signal }: IdentifyOptions): Promise<Identity> {
  if (file.size === 0) return EMPTY;
  const reading = (what: string) => ({
    signal,
    onProgress: (share: number) => onProgress(`${what}: ${Math.round(share * 100)} %`),
  });
  const sha256 = await checksum(file, reading('Reading the file'));
  onProgress('Comparing');
  const first = await ask({ sha256 }, signal);
  if (first.match !== 'none') return first;
  const form = await formOfFile(file);
  const samples = await samplesOf(file, form, reading);
  onProgress('Listening');
  const heard = await orNothing(listen(file, signal), { fingerprint: [], durationS: null }, signal);
  onProgress('Comparing');
  return ask({ sha256, ...samples, container: form, ...heard }, signal);
}

type Reading = Parameters<typeof checksum>[1];

async function samplesOf(
  file: File,
  form: Awaited<ReturnType<typeof formOfFile>>,
  reading: (what: string) => Reading,
): Promise<Pick<UnknownFile, 'samplesSha256' | 'otherSamplesSha256'>> {
  if (form === null || form === 'aac' || form === 'ogg') return {};
  const checksums = await samplesChecksum(file, form, reading('Reading the samples'));
  const unpacking = reading('Unpacking the samples');
  const unpacked = form === 'flac' ? await orNothing(unpackedChecksums(file, unpacking), [], unpacking.signal) : [];
  const swapped = checksums?.swapped ?? null;
  return { samplesSha256: checksums?.own ?? null, otherSamplesSha256: swapped ? [swapped] : unpacked };
}

/** Files that the browser cannot decode are compared by what was read before. */
async function orNothing<T>(decoding: Promise<T>, nothing: T, signal: AbortSignal): Promise<T> {
  return decoding.catch((error: unknown) => {
    if (signal.aborted) throw error;
    return nothing;
  });
}

/** Said beside every place for a file. */
export const STAYS_HERE =
  'The file stays on this device. Only its checksums and an acoustic fingerprint are sent, to be compared.';
