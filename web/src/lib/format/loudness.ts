import type { Analysis } from '../../api';
import { formatLevel } from './format';

type Measured = Pick<Analysis, 'loudness' | 'channels'>;

/** ITU-R BS.1770 adds up the power of the channels, and two speakers play the one channel of a mono file. */
const BOTH_SPEAKERS_LU = 10 * Math.log10(2);

/** How loud one or two channels sound from two speakers, in LUFS; null while unknown, and for silence. */
export function playedLufs({ loudness, channels }: Measured): number | null {
  const measured = loudness?.integratedLufs ?? null;
  return measured !== null && channels === 1 ? measured + BOTH_SPEAKERS_LU : measured;
}

/** How loud the player plays a file, in LUFS, the same in every quality; null while unknown, and for silence. */
export const heardLufs = (analysis: Measured & Pick<Analysis, 'played'>): number | null =>
  analysis.played ? analysis.played.integratedLufs : playedLufs(analysis);

/** The loudness as measured, such as '−14.2 LUFS' or '−15.6 LUFS mono'; an en dash for silence. */
export const measuredText = ({ loudness, channels }: Measured): string => {
  const text = formatLevel(loudness?.integratedLufs ?? null, 'LUFS');
  return channels === 1 && loudness?.integratedLufs != null ? `${text} mono` : text;
};
