/** Tokens `from` to `to` (exclusive). */
export interface Part {
  from: number;
  to: number;
}

export const within = (parts: readonly Part[], i: number): boolean => parts.some(({ from, to }) => i >= from && i < to);
