import { UnplayableError } from '../../lib/audio/coded-audio';
import { formatText } from '../../lib/format/analysis-text';
import { formatRate } from '../../lib/format/format';
import type { Piece } from './player-state';

type QualityFile = Pick<Piece, 'fileName' | 'analysis' | 'can' | 'lossless'>;

/** The source to play: the preview, the original, or the FLAC that replaces the original before payment. */
export type Quality = 'preview' | 'original' | 'lossless';

interface PlaybackKey {
  id: string;
  quality: Quality;
}

/** Key of a file in one quality. */
export const keyOf = ({ id, quality }: PlaybackKey): string => `${quality} ${id}`;

export function parseKey(key: string): PlaybackKey {
  const [quality, id] = key.split(' ');
  return { id: id!, quality: quality as Quality };
}

/** Full quality that this person may hear, once it is available. */
export function offerOf({ can, lossless }: Pick<QualityFile, 'can' | 'lossless'>): 'original' | 'lossless' | null {
  if (can.download) return 'original';
  return lossless && 'lossless';
}

/** Whether full quality is available now. */
export const isAvailable = (piece: Pick<QualityFile, 'can' | 'lossless'>): boolean =>
  offerOf(piece) === 'original' || piece.lossless?.state === 'ready';

/** Gains with which the player mixes the channels; previews and lossless versions are mixed when they are made. */
export const mixOf = ({ analysis }: Pick<QualityFile, 'analysis'>, quality: Quality): number[][] | null =>
  quality === 'original' ? (analysis.played?.mix ?? null) : null;

const MP3_RATES = [32000, 44100, 48000];
/** Sample rate of the preview: the highest MP3 rate that divides the file's own. */
const previewRate = (hertz: number | null): number =>
  MP3_RATES.findLast((rate) => (hertz ?? 0) % rate === 0 && hertz !== null) ?? 48000;

/** Output sample rate: the file's own, if the browser supports it. */
export function rateOf({ analysis: { sampleRateHz } }: Pick<QualityFile, 'analysis'>, quality: Quality): number {
  if (quality === 'preview' || sampleRateHz === null) return previewRate(sampleRateHz);
  try {
    return new OfflineAudioContext(1, 1, sampleRateHz).sampleRate;
  } catch {
    return previewRate(sampleRateHz);
  }
}

/** 'the original (WAV 24/96)' or 'the lossless version (FLAC 24/96)'. FLAC is limited to 24 bits, which a stereo mix has too. */
export function textOf({ analysis }: Pick<QualityFile, 'analysis'>, quality: Quality): string {
  if (quality === 'preview') return 'the preview';
  if (quality === 'original') return `the original (${formatText(analysis)})`;
  const { bitsStored, channels, float, sampleRateHz } = analysis;
  const bits = float || (channels ?? 2) > 2 || (bitsStored ?? 24) > 16 ? 24 : 16;
  return `the lossless version (FLAC ${bits}/${formatRate(sampleRateHz ?? 0)})`;
}

/** The server could not make the lossless file; the message says why. */
export class LosslessFailedError extends Error {}

const GOES_ON = 'You hear the preview at the same position.';

/** Why the preview keeps playing. */
export function cannotPlay(piece: QualityFile, quality: Quality, error?: unknown): string {
  const what = `${textOf(piece, quality)} of ${piece.fileName}`;
  if (error instanceof LosslessFailedError)
    return `There is no lossless version of ${piece.fileName}. ${error.message} ${GOES_ON}`;
  const isUnplayable = error instanceof UnplayableError || error instanceof DOMException;
  return `${isUnplayable ? 'This browser cannot play' : 'Could not load'} ${what}. ${GOES_ON}`;
}
