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

/** Above this a suggestion counts as certain; the web assigns it by itself. */
export const CERTAIN_ABOVE = 70;

/** Keys are the ids of the files. */
export type BatchSuggestions = Map<string, FileSuggestions>;

export function suggestBatch({ project, tracks, originals, files, rules }: Batch): BatchSuggestions {
  return suggest(project, withOriginals(project, tracks, originals), files, rules);
}

/** Which original belongs to which track is itself a question of names: the engine answers it for certain ones only. */
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
