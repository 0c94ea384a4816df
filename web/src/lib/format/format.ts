const UNITS = ['Bytes', 'KB', 'MB', 'GB'];

/** Bytes as '1.44 MB': base 1024, at most two decimals. */
export function formatBytes(bytes: number): string {
  if (bytes < 1) return '0 Bytes';
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${UNITS[step]}`;
}

/** Seconds as m:ss; null is 'N/A'. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return 'N/A';
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Parses m:ss, h:mm:ss or plain seconds; null for anything else. */
export function parseClock(text: string): number | null {
  const parts = text.trim().split(':');
  const [first = '', ...rest] = parts;
  if (parts.length > 3 || !/^\d{1,5}$/.test(first) || !rest.every((part) => /^[0-5]?\d$/.test(part))) return null;
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

const MINUS = '−';

/** One decimal with a real minus sign and a unit, such as '−14.2 LUFS'; an en dash for null. */
export function formatLevel(value: number | null, unit: string): string {
  if (value === null) return '–';
  const rounded = Math.abs(value).toFixed(1);
  const sign = value < 0 && Number(rounded) !== 0 ? MINUS : '';
  return `${sign}${rounded} ${unit}`;
}

/** Sample rate in kHz without trailing zeros: 44100 is '44.1'. */
export function formatRate(hertz: number): string {
  return String(Number((hertz / 1000).toFixed(3)));
}

const dateOnlyIn = (timeZone?: string) =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'short', day: 'numeric' });
const dateOnly = dateOnlyIn();
const plainDate = dateOnlyIn('UTC');
const dateAndTime = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function parsed(iso: string): Date | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function formatDate(iso: string): string {
  const date = parsed(iso);
  return date ? dateOnly.format(date) : 'N/A';
}

/** Formats a date without time, given as YYYY-MM-DD. */
export function formatPlainDate(day: string): string {
  const date = parsed(day);
  return date ? plainDate.format(date) : 'N/A';
}

/**
 * The end of something: the day alone if it ends with the reader's day, otherwise with hour and zone, because whoever
 * chose the day may live in another zone. `timeZone` is the reader's, by default the browser's.
 */
export function formatDeadline(iso: string, timeZone?: string): string {
  const date = parsed(iso);
  if (!date) return 'N/A';
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(date);
  return clock === '23:59' ? dateOnlyIn(timeZone).format(date) : formatDateTimeIn(iso, timeZone);
}

export function formatDateTime(iso: string): string {
  const date = parsed(iso);
  return date ? dateAndTime.format(date) : 'N/A';
}

/** Date and time with the name of the zone, which may differ from the reader's. */
export function formatDateTimeIn(iso: string, timeZone?: string): string {
  const date = parsed(iso);
  if (!date) return 'N/A';
  return new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(date);
}

const DAY_MS = 86_400_000;

/** 'Today', 'Yesterday' or the date, in the reader's time zone. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const date = parsed(iso);
  if (!date) return 'N/A';
  const midnight = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  const days = (midnight(now) - midnight(date)) / DAY_MS;
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : dateOnly.format(date);
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** 'just now', minutes, hours, days up to 30, then the date. */
export function formatAge(iso: string, now: Date = new Date()): string {
  const date = parsed(iso);
  if (!date) return 'N/A';
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return counted(Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), 'hour');
  const days = Math.floor(seconds / 86_400);
  return days <= 30 ? counted(days, 'day') : dateOnly.format(date);
}

/** 'Ada', 'Ada and Mo', 'Ada, Mo, and Zoë' */
export const listOf = (names: string[]): string => new Intl.ListFormat('en').format(names);

/** '1 file', '2 files'. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
