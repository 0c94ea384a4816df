import { FRAMES_PER_S } from '../../../../services/album-times/times.js';

const MOST_FRAMES = 10 * 60 * FRAMES_PER_S;

/** A gap as seconds and frames: '2:37' is 2 seconds and 37 frames of 1/75 s. */
export function gapText(frames: number): string {
  return `${Math.floor(frames / FRAMES_PER_S)}:${String(frames % FRAMES_PER_S).padStart(2, '0')}`;
}

/** Reads '2', '2:37' or '2.5'; null for any other text, and for more than ten minutes. */
export function parseGap(text: string): number | null {
  const [, seconds, frames, decimals] = /^(\d{1,3})(?::(\d{1,2})|([.,]\d+))?$/.exec(text.trim()) ?? [];
  if (seconds === undefined || Number(frames ?? 0) >= FRAMES_PER_S) return null;
  const whole = Number(seconds) * FRAMES_PER_S + Number(frames ?? 0);
  const total = whole + Math.round(Number((decimals ?? '0').replace(',', '.')) * FRAMES_PER_S);
  return total > MOST_FRAMES ? null : total;
}
