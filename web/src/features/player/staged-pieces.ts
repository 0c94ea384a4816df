import type { File, StagingFile, TrackEntry } from '../../api';
import { filesOf, trackWith } from '../../lib/audio/tracks';
import type { Piece, QueuedPiece } from './player-state';

const PROPOSED = 'proposed';
const FULL = { download: true, delete: false, approve: false };

interface Project {
  projectId: string;
  staged: StagingFile[];
  files: File[];
  tracks: TrackEntry[];
  /** Files of a track that is proposed and does not exist yet. */
  together?: string[];
}

/** A staged file as if it was released in the slot that it has or is suggested for. */
function asReleased(file: StagingFile, { projectId, tracks, together = [] }: Project): File & Piece {
  const place = file.assignment ?? file.assignmentSuggestions[0] ?? null;
  const proposed = together.includes(file.id) ? PROPOSED : null;
  const entry = tracks.find(({ track }) => track.id === place?.trackId);
  const released = {
    id: file.id,
    projectId,
    fileName: file.originalName,
    originalName: file.originalName,
    track_title: entry?.track.title ?? null,
    trackId: proposed ?? place?.trackId ?? null,
    slotType: place?.slotType ?? null,
    fileType: 'master' as const,
    parentFileId: null,
    createdAt: file.createdAt,
    analysis: file.analysis,
    lossless: null,
    can: FULL,
    staged: true,
  };
  // The remaining fields, such as verdicts, begin with the release.
  return released as unknown as File & Piece;
}

/**
 * A staged or released file with what it can be compared with: the version before, other formats of its track, and the
 * mix. Null while it has no preview.
 */
export function withComparable(fileId: string, project: Project): QueuedPiece | null {
  const { staged, files } = project;
  const waiting = staged.filter(({ status }) => status !== 'released');
  const all: File[] = [...files, ...waiting.map((file) => asReleased(file, project))];
  const track = trackWith(all, fileId);
  const piece: Piece | undefined = all.find(({ id }) => id === fileId);
  if (!piece?.analysis.hasPreview || !track) return null;
  const rest = filesOf(track).filter(({ id }) => id !== fileId);
  return { piece, versions: [piece, ...rest] };
}
