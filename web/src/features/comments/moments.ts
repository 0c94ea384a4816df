import { parseClock } from '../../lib/format/format';

/** A time in a text, such as '1:23' or '1:02:03'; not part of a longer number or ratio. */
const MOMENT = /(?<![\d:.,])\d{1,3}(?::[0-5]\d){1,2}(?![\d:]|[.,]\d)/g;

/** Splits a text at its times into plain pieces and times with their seconds. */
export function cutAtMoments(text: string): (string | { text: string; seconds: number })[] {
  const pieces: (string | { text: string; seconds: number })[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(MOMENT)) {
    if (index > from) pieces.push(text.slice(from, index));
    pieces.push({ text: found, seconds: parseClock(found) ?? 0 });
    from = index + found.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
