/** How completely a name contains a title, 0 to 1. */
export const score = (match: { cover: number; quality: number } | undefined): number =>
  match ? match.cover * match.quality : 0;

/** 0 up to `from`, 1 from `to` on, linear in between. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

const pad = (n: number): string => String(n).padStart(2, '0');

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${pad(Math.floor(seconds % 60))}`;

/** A track that differs by this many seconds certainly has another length. */
export const FAR_S = 4;
