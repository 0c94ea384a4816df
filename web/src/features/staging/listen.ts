import type { ReactNode } from 'react';

/** Plays staged and released files of the project, wherever the player comes from. */
export interface Listen {
  /** Plays or pauses the file; `reachable` is false where Tab skips it. */
  button: (file: { id: string; originalName: string }, reachable?: boolean) => ReactNode;
  toggle: (fileId: string) => void;
  /** Switches to what the file is compared with, at the same place. */
  switch: (by: 1 | -1) => void;
  match: () => void;
}
