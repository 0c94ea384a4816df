import { songOf, stemOf, type VersionedFile, versionGroups } from '../../lib/audio/versions';

/** Files that can be compared on a track page. */
export interface ComparableFiles<T> {
  /** The file and its other versions, newest first. */
  versions: T[];
  /** Other deliverables of its track, and the client's originals. */
  others: T[];
}

/** Null if the file is not in the list. */
export function comparableWith<T extends VersionedFile & { track_title: string | null }>(
  files: T[],
  fileId: string,
): ComparableFiles<T> | null {
  const versions = versionGroups(files).find((group) => group.some(({ id }) => id === fileId));
  if (!versions) return null;
  const names = new Set(
    versions.flatMap(({ originalName, track_title }) => [originalName, track_title ?? '']).map(stemOf),
  );
  names.delete('');
  const songs = new Set(
    versions.flatMap(({ originalName, track_title }) => [originalName, `${track_title ?? ''}.`]).map(songOf),
  );
  songs.delete('');
  const tracks = new Set(versions.map(({ trackId }) => trackId));
  tracks.delete(null);
  const [isOriginal] = versions.map(({ fileType }) => fileType === 'upload');
  const others = files.filter(
    (file) =>
      !versions.includes(file) &&
      (tracks.has(file.trackId) ||
        ((file.fileType === 'upload') !== isOriginal &&
          (names.has(stemOf(file.originalName)) ||
            names.has(stemOf(file.track_title ?? '')) ||
            songs.has(songOf(file.originalName)) ||
            songs.has(songOf(`${file.track_title ?? ''}.`))))),
  );
  return { versions, others };
}
