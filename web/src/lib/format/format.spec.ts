import { describe, expect, it } from '@jest/globals';
import {
  formatAge,
  formatBytes,
  formatDate,
  formatDateTimeIn,
  formatDay,
  formatDeadline,
  formatLevel,
  formatPlainDate,
  formatRate,
  formatSeconds,
  parseClock,
  plural,
} from './format';

it.each([
  [0, '0 Bytes'],
  [512, '512 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [104_857_600, '100 MB'],
  [42_467_328, '40.5 MB'],
  [1_234_567_890, '1.15 GB'],
  [5 * 1024 ** 4, '5120 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [221.4, '3:41'],
  [3661, '61:01'],
  [null, 'N/A'],
])('%s seconds are %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

it.each([
  [-14.23, '−14.2 LUFS'],
  [-0.04, '0.0 LUFS'],
  [0.3, '0.3 LUFS'],
  [null, '–'],
])('level %s is %s', (value, text) => expect(formatLevel(value, 'LUFS')).toBe(text));

it.each([
  [44_100, '44.1'],
  [96_000, '96'],
  [11_025, '11.025'],
])('%d Hz are %s kHz', (hertz, text) => expect(formatRate(hertz)).toBe(text));

describe('formatAge', () => {
  const now = new Date('2026-03-31T12:00:00Z');
  it.each([
    ['2026-03-31T11:59:30Z', 'just now'],
    ['2026-03-31T11:59:00Z', '1 minute ago'],
    ['2026-03-31T10:00:00Z', '2 hours ago'],
    ['2026-03-30T12:00:00Z', '1 day ago'],
    ['2026-03-01T12:00:00Z', '30 days ago'],
    ['2026-02-27T12:00:00Z', 'Feb 27, 2026'],
    ['nonsense', 'N/A'],
  ])('%s is %s', (iso, text) => expect(formatAge(iso, now)).toBe(text));
});

it.each([
  ['0:05', 5],
  ['1:05', 65],
  ['01:5', 65],
  [' 90 ', 90],
  ['75:00', 4500],
  ['1:02:03', 3723],
  ['', null],
  ['1:75', null],
  ['-1:00', null],
  ['1:2:3:4', null],
  ['1.5', null],
  ['one', null],
])('reads the time %j as %p s', (text, seconds) => expect(parseClock(text)).toBe(seconds));

it.each([
  [[2026, 2, 31, 0, 0], 'Today'],
  [[2026, 2, 30, 23, 59], 'Yesterday'],
  [[2026, 2, 29, 0, 1], 'Mar 29, 2026'],
  [[2025, 2, 31, 9, 0], 'Mar 31, 2025'],
] as const)('calls %j by the day', ([year, month, day, hour, minute], text) => {
  expect(formatDay(new Date(year, month, day, hour, minute).toISOString(), new Date(2026, 2, 31, 9))).toBe(text);
});

it('shows N/A for an invalid date', () => expect(formatDate('')).toBe('N/A'));

it('shows a day of the calendar alike in every time zone', () => {
  expect(formatPlainDate('2026-01-01')).toBe('Jan 1, 2026');
  expect(formatPlainDate('')).toBe('N/A');
});

it.each([
  ['America/New_York', 'Dec 9, 2026'],
  ['America/Los_Angeles', 'Dec 9, 2026, 8:59 PM PST'],
  ['Europe/Berlin', 'Dec 10, 2026, 5:59 AM GMT+1'],
])('says when in %s a day of New York ends', (timeZone, said) => {
  expect(formatDeadline('2026-12-10T04:59:59.999Z', timeZone)).toBe(said);
});

it('names the time zone when it may differ from the reader’s', () => {
  expect(formatDateTimeIn('2026-12-19T23:30:00Z', 'Asia/Tokyo')).toBe('Dec 20, 2026, 8:30 AM GMT+9');
  expect(formatDateTimeIn('', 'UTC')).toBe('N/A');
});

it('counts nouns', () => expect([plural(1, 'file'), plural(2, 'file')]).toEqual(['1 file', '2 files']));
