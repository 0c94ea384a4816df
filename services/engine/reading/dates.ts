import { fold } from '../lexicon/fold.js';
import { anyOf, rowsOf } from '../lexicon/words.js';

/**
 * A possible reading of a date; `order` gives the order of year, month and day; `date` is YYYYMMDD, followed by HHMMSS
 * if it is known. A date without a year has 0000.
 */
export interface DateReading {
  order: 'ymd' | 'dmy' | 'mdy';
  date: string;
}

type Groups = Record<string, string | undefined>;

const MONTHS = `(?:${anyOf('month')})`;
const MONTH_NUMBERS = new Map(rowsOf('month').map(({ word, value }) => [fold(word), value]));
/** Two-digit years that a file of a working studio may have. */
const YEAR = '(?:1[5-9]|[23]\\d)';
/** Not in the middle of a longer number, and not the number of a revision ('v2-11-23' is v2 of 23 November). */
const BEFORE = `(?<![\\p{N}])(?<!\\p{N}[.,])(?<!(?<!\\p{L})m)(?<!(?<!\\p{L})(?:${anyOf('no-day')})[ _.-]?)`;
const AFTER = '(?![\\p{N}])(?![.,]\\p{N})';
export const NO_YEAR = '0000';

const monthOf = (text: string): string => MONTH_NUMBERS.get(fold(text)) ?? '';

/** The possible readings of a day, a month and perhaps a year, the most common order first. */
function readingsOf(orders: readonly DateReading['order'][], parts: readonly (string | undefined)[]): DateReading[] {
  return orders.flatMap((order) => {
    const of = (letter: string): string => (parts[order.indexOf(letter)] ?? '').padStart(2, '0');
    const [month, day] = [of('m'), of('d')];
    const year = parts[2] === NO_YEAR ? NO_YEAR : of('y').padStart(4, '20');
    const possible = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
    return possible && (year === NO_YEAR || /^20(?:1[5-9]|[23]\d)$/.test(year))
      ? [{ order, date: `${year}${month}${day}` }]
      : [];
  });
}

/** How people write dates, the most specific first, with their readings. */
export const DATES: [source: string, readings: (groups: Groups) => DateReading[]][] = [
  [
    `${BEFORE}(?<y>(?:19|20)\\d{2})(?<sep>[-_. ]?)(?<m>0[1-9]|1[0-2])\\k<sep>(?<d>0[1-9]|[12]\\d|3[01])(?:[ _T-]?(?<time>\\d{2}[-:h.]?\\d{2}(?:[-:.]?\\d{2})?))?${AFTER}`,
    ({ y, m, d, time }) => [{ order: 'ymd', date: `${y}${m}${d}${(time ?? '').replace(/\D/g, '')}` }],
  ],
  [
    `${BEFORE}(?<a>\\d{1,2})(?<sep>[-_. ])(?<b>\\d{1,2})[-_. ](?<y>(?:20)?${YEAR})${AFTER}`,
    ({ a, b, y, sep }) => {
      const readings = readingsOf(['dmy', 'mdy'], [a, b, y]);
      // '3 24 22' is not a day in March.
      return sep === ' ' && readings[0]?.order !== 'dmy' ? [] : readings;
    },
  ],
  [
    `${BEFORE}(?<d>\\d{1,2})[-_. ]?(?<m>${MONTHS})(?![a-z])[-_. ]?(?<y>(?:20)?${YEAR})?${AFTER}`,
    ({ d, m, y }) => readingsOf(['dmy'], [d, monthOf(m ?? ''), y ?? NO_YEAR]),
  ],
  [
    `(?<![\\p{L}\\p{N}])(?<m>${MONTHS})[-_. ]?(?<d>\\d{1,2})(?:st|nd|rd|th)?[-_., ]{1,2}(?<y>20${YEAR})${AFTER}`,
    ({ d, m, y }) => readingsOf(['dmy'], [d, monthOf(m ?? ''), y]),
  ],
  [`${BEFORE}(?<a>\\d{2})(?<b>\\d{2})(?<y>20${YEAR})${AFTER}`, ({ a, b, y }) => readingsOf(['dmy', 'mdy'], [a, b, y])],
  [
    `${BEFORE}(?<a>\\d{2})(?<b>\\d{2})(?<c>\\d{2})${AFTER}`,
    ({ a, b, c }) => readingsOf(['ymd', 'dmy', 'mdy'], [a, b, c]),
  ],
  // '0305' after the title, without a year
  [
    `(?<=[\\p{L}\\p{N})\\]][ _.([-]{1,3})${BEFORE}(?!19|20[0-4])(?<a>\\d{2})(?<b>\\d{2})(?=$|[ _)\\]])`,
    ({ a, b }) => readingsOf(['dmy', 'mdy'], [a, b, NO_YEAR]),
  ],
  // Day and month alone, after the title: '28-2', '03.03'.
  [
    `(?<=[\\p{L}\\p{N})\\]][ _.([-]{1,3})${BEFORE}(?<a>\\d{1,2})(?<sep>[-._])(?<b>\\d{1,2})(?=$|[ _)\\]])`,
    ({ a, b, sep }) => (sep === '.' && `${a}${b}`.length < 3 ? [] : readingsOf(['dmy', 'mdy'], [a, b, NO_YEAR])),
  ],
];
