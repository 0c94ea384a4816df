import type { BatchFile } from './batch-file.js';
import { within } from './parts.js';
import type { NumberMark } from './read.js';

/** The number in a name that counts tracks: after the prefix or artist, before or beside the title. */
export function trackNumberOf(each: BatchFile, track: number): NumberMark | null {
  const consumed = each.titles[track]?.consumed;
  const isFree = ({ from, to, kind }: NumberMark): boolean => {
    for (let i = from; i < Math.max(to, from + 1); i++)
      if (consumed?.[i] || (each.claimed[i] && kind !== 'track')) return false;
    return true;
  };
  if (each.place && isFree(each.place)) return each.place;
  const free = each.name.numbers.filter(isFree);
  const structured = free.find((mark) => mark.kind === 'disc' || mark.kind === 'side');
  if (structured) return structured;
  const explicit = free.find((mark) => mark.kind === 'track');
  if (explicit) return explicit;
  const leading = free.find((mark) => mark.kind === 'leading');
  if (leading) return leading;
  // Artist, album or catalogue number may come first; the title must follow.
  const inner = free.find((mark) => mark.kind === 'inner' && leadsTitle(each, mark, consumed));
  return inner ? { ...inner, kind: 'leading' } : null;
}

function leadsTitle(each: BatchFile, mark: NumberMark, consumed: Uint8Array | undefined): boolean {
  const padded = /^0\d$/.test(mark.text);
  const beforeTitle = consumed?.[mark.to] === 1;
  let plain = true;
  for (let i = 0; i < mark.from; i++) if (!each.explained[i] && !within(each.name.marks, i)) plain = false;
  return (padded && (plain || beforeTitle)) || (plain && beforeTitle);
}
