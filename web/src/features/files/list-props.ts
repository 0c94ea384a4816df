import type { ReactNode } from 'react';
import type { File } from '../../api';
import type { TrackFiles } from '../../lib/audio/tracks';
import type { Marker } from '../../ui/marker-groups';

export interface ListProps {
  /** Comments on a file that have a position. */
  markersOf: (fileId: string) => Marker[];
  /** The number of comments on a file that are not resolved; files without one are missing. */
  openComments: ReadonlyMap<string, number>;
  /** Files on which the reader has commented. */
  commented: ReadonlySet<string>;
  /** Renders a comment form for a file; `done` closes it. */
  commentForm: (fileId: string, done: () => void) => ReactNode;
  listen: {
    /** The file that the player has loaded. */
    loadedId: string | null;
    /** Renders the button that plays a file, and then the rest of the list if the file is in it. */
    button: (file: File, list: File[], files: File[], name?: string) => ReactNode;
    /** Renders the button that plays the whole list. `leads`: whether it is what to do next. */
    all: (list: File[], files: File[], leads: boolean) => ReactNode;
  };
  /** For the client's side: the order of the record. */
  album: {
    /** The tracks in the album's order with its titles. */
    arrange: (tracks: TrackFiles[]) => TrackFiles[];
    /** Seconds of silence before a file when the record plays. */
    gapOf: (file: File) => number;
    cover: ReactNode;
    /** The open proposal, or the engineer's last answer. */
    notice: ReactNode;
    /** Renders the form that changes order and titles; null for people who may not. */
    editor: ((done: () => void) => ReactNode) | null;
  };
}
