export type Level = 'error' | 'warning' | 'note';

/** Something about a DDP that its maker or the plant should know. */
export interface Finding {
  level: Level;
  /** Stable, for instance `short_track`. */
  code: string;
  message: string;
  /** The track that it is about. */
  track: number | null;
  /** Where it can be heard, in frames from the start of the image. */
  frame?: number;
}

export const error = (code: string, message: string, track: number | null = null): Finding => ({
  level: 'error',
  code,
  message,
  track,
});
export const warning = (code: string, message: string, track: number | null = null): Finding => ({
  level: 'warning',
  code,
  message,
  track,
});
export const note = (code: string, message: string, track: number | null = null): Finding => ({
  level: 'note',
  code,
  message,
  track,
});

const levels: Level[] = ['error', 'warning', 'note'];

/** The worst first, each in the order in which it was found. */
export const byLevel = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));

export const hasErrors = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'error');
