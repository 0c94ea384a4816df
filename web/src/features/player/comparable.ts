import { stemOf, type VersionedFile, versionGroups } from '../../lib/versions';

/** What is heard beside a file on its page. */
export interface ComparableFiles<T> {
  /** The file itself and what replaced it or was replaced, the newest first. */
  versions: T[];
  /** Other deliverables of its track, and what the client sent of it. */
  others: T[];
}

/** Null when the file is not among them. */
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
  const tracks = new Set(versions.map(({ trackId }) => trackId));
  tracks.delete(null);
  const [isOriginal] = versions.map(({ fileType }) => fileType === 'upload');
  const others = files.filter(
    (file) =>
      !versions.includes(file) &&
      (tracks.has(file.trackId) ||
        ((file.fileType === 'upload') !== isOriginal &&
          (names.has(stemOf(file.originalName)) || names.has(stemOf(file.track_title ?? ''))))),
  );
  return { versions, others };
}
