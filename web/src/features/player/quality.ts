import type { File } from '../../api';
import { formatText } from '../../lib/analysis-text';
import { UnplayableError } from '../../lib/audio/coded-audio';
import { formatRate } from '../../lib/format';

type QualityFile = Pick<File, 'fileName' | 'analysis' | 'can' | 'lossless'>;

/** What is heard of a file: the preview, its own bytes, or the FLAC that stands for them before payment. */
export type Quality = 'preview' | 'original' | 'lossless';

interface PlaybackKey {
  id: string;
  quality: Quality;
}

/** Names what is heard of a file among all that is heard. */
export const keyOf = ({ id, quality }: PlaybackKey): string => `${quality} ${id}`;

export function parseKey(key: string): PlaybackKey {
  const [quality, id] = key.split(' ');
  return { id: id!, quality: quality as Quality };
}

/** What one may hear of it beside the preview, once it is there. */
export function offerOf({ can, lossless }: Pick<QualityFile, 'can' | 'lossless'>): 'original' | 'lossless' | null {
  if (can.download) return 'original';
  return lossless && 'lossless';
}

/** Whether that is there. */
export const isAvailable = (piece: Pick<QualityFile, 'can' | 'lossless'>): boolean =>
  offerOf(piece) === 'original' || piece.lossless?.state === 'ready';

const MP3_RATES = [32000, 44100, 48000];
/** Of the preview: the greatest of which the file's own is a multiple. */
const previewRate = (hertz: number | null): number =>
  MP3_RATES.findLast((rate) => (hertz ?? 0) % rate === 0 && hertz !== null) ?? 48000;

/** Samples a second of the output: the file's own, where the browser has it. */
export function rateOf({ analysis: { sampleRateHz } }: Pick<QualityFile, 'analysis'>, quality: Quality): number {
  if (quality === 'preview' || sampleRateHz === null) return previewRate(sampleRateHz);
  try {
    return new OfflineAudioContext(1, 1, sampleRateHz).sampleRate;
  } catch {
    return previewRate(sampleRateHz);
  }
}

/** 'the original (WAV 24/96)', 'the lossless sound (FLAC 24/96)': FLAC holds 24 bits at most. */
export function textOf({ analysis }: Pick<QualityFile, 'analysis'>, quality: Quality): string {
  if (quality === 'preview') return 'the preview';
  if (quality === 'original') return `the original (${formatText(analysis)})`;
  const { bitsStored, float, sampleRateHz } = analysis;
  const bits = float || (bitsStored ?? 24) > 16 ? 24 : 16;
  return `the lossless sound (FLAC ${bits}/${formatRate(sampleRateHz ?? 0)})`;
}

/** The server could not make it, and says why. */
export class LosslessFailedError extends Error {}

const GOES_ON = 'You hear the preview, at the same place.';

/** Why one goes on hearing the preview. */
export function cannotPlay(piece: QualityFile, quality: Quality, error?: unknown): string {
  const what = `${textOf(piece, quality)} of ${piece.fileName}`;
  if (error instanceof LosslessFailedError)
    return `There is no lossless sound of ${piece.fileName}. ${error.message} ${GOES_ON}`;
  const isUnplayable = error instanceof UnplayableError || error instanceof DOMException;
  return `${isUnplayable ? 'This browser cannot play' : 'Could not load'} ${what}. ${GOES_ON}`;
}
