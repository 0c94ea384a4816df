/** How well a name holds a title, 0 to 1. */
export const score = (match: { cover: number; quality: number } | undefined): number =>
  match ? match.cover * match.quality : 0;

/** 0 up to `from`, 1 from `to` on, straight between. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

const pad = (n: number): string => String(n).padStart(2, '0');

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${pad(Math.floor(seconds % 60))}`;

/** A track this many seconds apart is certainly of another length. */
export const FAR_S = 4;
