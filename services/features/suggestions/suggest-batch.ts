import { suggest } from '../../engine/suggest.js';
import type { FileSuggestions, StudioRule, SuggestFile, SuggestProject, SuggestTrack } from '../../engine/types.js';

export interface Batch {
  project: SuggestProject;
  tracks: SuggestTrack[];
  /** The client's uploads. */
  originals: SuggestFile[];
  files: SuggestFile[];
  rules: StudioRule[];
}

/** Above this confidence a suggestion counts as certain, and the web assigns it automatically. */
export const CERTAIN_ABOVE = 70;

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
      return best?.trackId === track.id && best.confidence > CERTAIN_ABOVE;
    });
    return {
      ...track,
      durationS: own.at(-1)?.durationS ?? null,
      references: own.flatMap((file) => (file.fingerprint ? [file.fingerprint] : [])),
    };
  });
}
