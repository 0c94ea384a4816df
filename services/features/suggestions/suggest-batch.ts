import { suggest } from '../../engine/suggest.js';
import {
  AUTO_ASSIGN_ABOVE,
  type FileSuggestions,
  type StudioRule,
  type SuggestFile,
  type SuggestProject,
  type SuggestTrack,
} from '../../engine/types.js';

export interface Batch {
  project: SuggestProject;
  tracks: SuggestTrack[];
  /** The client's uploads. */
  originals: SuggestFile[];
  files: SuggestFile[];
  rules: StudioRule[];
}

/** Keys are file ids. */
export type BatchSuggestions = Map<string, FileSuggestions>;

export function suggestBatch({ project, tracks, originals, files, rules }: Batch): BatchSuggestions {
  return suggest(project, withOriginals(project, tracks, originals), files, rules);
}

/** Whether an original belongs to a track also depends on names; the engine only assigns it if it is certain. */
function withOriginals(project: SuggestProject, tracks: SuggestTrack[], files: SuggestFile[]): SuggestTrack[] {
  const open = tracks.map((track) => ({
    ...track,
    slots: [{ slotType: 'streaming_master' as const, isRequired: true, filled: false }],
  }));
  const suggested = suggest(
    project,
    open,
    files.map((file) => ({ ...file, isOriginal: true })),
  );
  return tracks.map((track) => {
    const own = files.filter((file) => {
      const best = suggested.get(file.id)?.suggestions[0];
      return best?.trackId === track.id && best.confidence > AUTO_ASSIGN_ABOVE;
    });
    return {
      ...track,
      durationS: own.at(-1)?.durationS ?? null,
      references: own.flatMap((file) => (file.fingerprint ? [file.fingerprint] : [])),
    };
  });
}
