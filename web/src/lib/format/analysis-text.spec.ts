import { expect, it } from '@jest/globals';
import { analysis } from './analysis.fixture';
import { figuresOf, formatAndLength, formatText, loudnessText } from './analysis-text';

const loudness = { integratedLufs: -14.23, lraLu: 6.1, maxMomentaryLufs: -9, maxShortTermLufs: -11 };

it('shows container, bit depth and sample rate', () => {
  const wav = { container: 'wav' as const, sampleRateHz: 96_000, bitsStored: 24, float: false, channels: 2 };
  expect(formatText(analysis(wav))).toBe('WAV 24/96');
  expect(formatText(analysis({ ...wav, bitsStored: 32, float: true, channels: 1 }))).toBe('WAV 32f/96 mono');
  expect(formatText(analysis({ ...wav, container: 'mp3', bitsStored: null, sampleRateHz: 44_100 }))).toBe(
    'MP3 44.1 kHz',
  );
  expect(formatAndLength(analysis({ ...wav, durationS: 221.4 }))).toBe('WAV 24/96 · 3:41');
});

it('returns null before the file is analysed', () => {
  expect(formatText(analysis())).toBeNull();
  expect(loudnessText(analysis({ state: 'running' }))).toBeNull();
  expect(figuresOf(analysis())).toEqual([]);
});

it('shows loudness and true peak when measured, and reports digital silence', () => {
  expect(loudnessText(analysis({ state: 'done', loudness, truePeakDbtp: -1 }))).toBe('−14.2 LUFS · −1.0 dBTP');
  expect(loudnessText(analysis({ state: 'done', loudness, truePeakDbtp: -1, channels: 1 }))).toBe(
    '−14.2 LUFS mono · −1.0 dBTP',
  );
  expect(loudnessText(analysis({ state: 'done', silent: true }))).toBe('Digital silence');
});

it('says how loud a mono file sounds from two speakers', () => {
  const figures = new Map(figuresOf(analysis({ state: 'done', loudness, channels: 1 })));
  expect(figures.get('Integrated loudness')).toBe('−14.2 LUFS mono, −11.2 LUFS from two speakers');
  const silence = { ...loudness, integratedLufs: null };
  expect(
    new Map(figuresOf(analysis({ state: 'done', loudness: silence, channels: 1 }))).get('Integrated loudness'),
  ).toBe('–');
});

it('says how loud the stereo mix of more channels sounds, and how much lower it is played', () => {
  const played = { integratedLufs: -14.1, loweredDb: 3, mix: [[1], [1]] };
  const figures = new Map(figuresOf(analysis({ state: 'done', loudness, channels: 5, played })));
  expect(figures.get('Integrated loudness')).toBe('−14.2 LUFS, −11.1 LUFS from two speakers');
  expect(figures.get('Played here')).toBe('3 dB lower, so that nothing clips');
});

it('lists only the figures that were measured', () => {
  expect(figuresOf(analysis({ state: 'done', loudness, truePeakDbtp: -1, samplePeakDbfs: null }))).toEqual([
    ['Integrated loudness', '−14.2 LUFS'],
    ['Loudness range', '6.1 LU'],
    ['Max short-term', '−11.0 LUFS'],
    ['Max momentary', '−9.0 LUFS'],
    ['True peak', '−1.0 dBTP'],
    ['Sample peak', '–'],
  ]);
});
