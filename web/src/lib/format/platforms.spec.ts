import { expect, it } from '@jest/globals';
import { platformRows } from './platforms';

const loudness = (integratedLufs: number | null) => ({
  integratedLufs,
  lraLu: null,
  maxMomentaryLufs: null,
  maxShortTermLufs: null,
});
const rowsOf = (lufs: number, truePeakDbtp: number | null, channels = 2) =>
  new Map(platformRows({ loudness: loudness(lufs), truePeakDbtp, channels }).map((row) => [row.name, row]));

it('shows how far each platform turns a loud master down, and which true-peak limits it exceeds', () => {
  const rows = rowsOf(-9.5, -1);
  expect(rows.get('Spotify')).toMatchObject({
    plays: '−14.0 LUFS',
    change: '4.5 dB down',
    ceiling: '−2.0 dBTP',
    over: true,
  });
  expect(rows.get('Apple Music')).toMatchObject({ change: '6.5 dB down', ceiling: '–', over: false });
  expect(rows.get('Amazon Music')).toMatchObject({ plays: '–', change: '–', over: true });
});

it('leaves a quiet master unchanged, with a higher true-peak limit', () => {
  const rows = rowsOf(-18, -1);
  expect(rows.get('Spotify')).toMatchObject({ change: 'Not turned down', ceiling: '−1.0 dBTP', over: false });
  expect(platformRows({ loudness: loudness(null), truePeakDbtp: null, channels: 2 })).toEqual([]);
});

it('counts the channel of a mono master as two, as platforms do', () => {
  expect(rowsOf(-12.5, -1, 1).get('Spotify')).toMatchObject({ change: '4.5 dB down', ceiling: '−2.0 dBTP' });
  expect(rowsOf(-15.63, -1, 1).get('Tidal')).toEqual(rowsOf(-12.62, -1).get('Tidal'));
});
