import type { Analysis } from '../../api';
import { formatLevel } from './format';
import { playedLufs } from './loudness';

/** Target loudness of a platform in LUFS and its true-peak limit in dBTP; null if it has none. */
interface Platform {
  name: string;
  lufs: number | null;
  ceilingDbtp: (integratedLufs: number) => number | null;
}

const SPOTIFY_LUFS = -14;

const platforms: readonly Platform[] = [
  { name: 'Spotify', lufs: SPOTIFY_LUFS, ceilingDbtp: (integrated) => (integrated > SPOTIFY_LUFS ? -2 : -1) },
  { name: 'Apple Music', lufs: -16, ceilingDbtp: () => null },
  { name: 'YouTube', lufs: -14, ceilingDbtp: () => null },
  { name: 'Tidal', lufs: -14, ceilingDbtp: () => null },
  { name: 'Deezer', lufs: -15, ceilingDbtp: () => null },
  { name: 'Amazon Music', lufs: null, ceilingDbtp: () => -2 },
];

export interface PlatformRow {
  name: string;
  plays: string;
  /** How the platform changes this master. */
  change: string;
  ceiling: string;
  /** Whether the true peak exceeds the limit. */
  over: boolean;
}

/** How each platform plays a master of this loudness, for information only; empty while the loudness is unknown. */
export function platformRows(analysis: Pick<Analysis, 'loudness' | 'truePeakDbtp' | 'channels'>): PlatformRow[] {
  const { truePeakDbtp } = analysis;
  const integrated = playedLufs(analysis);
  if (integrated === null) return [];
  return platforms.map(({ name, lufs, ceilingDbtp }) => {
    const ceiling = ceilingDbtp(integrated);
    const down = lufs === null ? 0 : integrated - lufs;
    return {
      name,
      plays: formatLevel(lufs, 'LUFS'),
      change: lufs === null ? '–' : down >= 0.05 ? `${down.toFixed(1)} dB down` : 'Not turned down',
      ceiling: formatLevel(ceiling, 'dBTP'),
      over: ceiling !== null && truePeakDbtp !== null && truePeakDbtp > ceiling,
    };
  });
}
