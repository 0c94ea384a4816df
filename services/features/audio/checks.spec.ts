import { expect, it } from '@jest/globals';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import type { SlotType } from '../../platform/domain-words.js';
import { findingsOf } from './checks.view.js';

const sound = (more: Partial<AnalysisFacts> = {}): AnalysisFacts =>
  ({
    codec: 'pcm_s24le',
    sampleRateHz: 48_000,
    bitsStored: 24,
    durationS: 200,
    silent: false,
    truePeakDbtp: -1,
    warnings: [],
    ...more,
  }) as AnalysisFacts;
const codes = (slotType: SlotType | null, more: Partial<AnalysisFacts> = {}) =>
  findingsOf(sound(more), slotType).map(({ code }) => code);

it.each<[SlotType, Partial<AnalysisFacts>, string[]]>([
  ['streaming_master', {}, []],
  ['streaming_master', { truePeakDbtp: -0.9 }, ['above_ceiling']],
  ['streaming_master', { truePeakDbtp: null }, []],
  ['streaming_master', { bitsStored: 16 }, ['wrong_format']],
  ['streaming_master', { bitsStored: null, codec: 'mp3', truePeakDbtp: -2 }, ['lossy_format']],
  ['hires_master', { sampleRateHz: 96_000, bitsStored: 32 }, []],
  ['vinyl_master', { truePeakDbtp: -0.1 }, []],
  ['vinyl_master', { durationS: 1400 }, ['too_long']],
  ['cd_master', {}, ['wrong_format']],
  ['cd_master', { sampleRateHz: 44_100, bitsStored: 16, truePeakDbtp: -0.1 }, []],
  ['cd_master', { sampleRateHz: 44_100, bitsStored: 16, durationS: 3.9 }, ['too_short']],
])('of a %s that is %j finds %j', (slotType, more, found) => {
  expect(codes(slotType, more)).toEqual(found);
});

it('gives each finding a threshold and positions, also for older analyses, and checks no slot rules outside a slot', () => {
  const warnings = [
    { code: 'dc_offset' as const, message: 'There is a DC offset of 0.3 %.' },
    { code: 'clipped' as const, message: '2 runs of three or more full-scale samples.', atS: [12.34, 65] },
  ];
  expect(findingsOf(sound({ warnings, bitsStored: 16 }), null)).toEqual([
    {
      code: 'dc_offset',
      kind: 'DC offset above 0.1 %',
      message: 'There is a DC offset of 0.3 %.',
      threshold: 'at most 0.1 %',
      atS: [],
    },
    {
      code: 'clipped',
      kind: 'Clipped',
      message: '2 runs of three or more full-scale samples.',
      threshold: 'no run of 3 full-scale samples',
      atS: [12.34, 65],
    },
  ]);
  expect(findingsOf(null, 'cd_master')).toEqual([]);
  expect(findingsOf(sound({ truePeakDbtp: -0.4 }), 'streaming_master')).toMatchObject([
    {
      message: 'Streaming Master: the true peak is −0.4 dBTP and may clip after lossy coding.',
      threshold: 'at most −1 dBTP',
    },
  ]);
});
