export const stagingPrefix = (projectId: string) => `projects/${projectId}/staging/`;

/** The fields by which a file is recognised when it is dropped again. */
export interface FileIdentity {
  originalName: string;
  folder: string | null;
  sizeBytes: number;
  /** Milliseconds since 1970; null if the caller did not send it, in which case the file matches no other. */
  lastModified: number | null;
}

/**
 * Pairs dropped files with earlier uploads of the same files. Files that occur twice on either side are not paired,
 * because parts of two different files must never be mixed in one object.
 */
export function sameFiles<F extends FileIdentity, K extends FileIdentity>(files: F[], known: K[]): Map<F, K> {
  const waiting = uniquely(known);
  const pairs = new Map<F, K>();
  for (const [identity, file] of uniquely(files)) {
    const match = waiting.get(identity);
    if (match) pairs.set(file, match);
  }
  return pairs;
}

function uniquely<T extends FileIdentity>(files: T[]): Map<string, T> {
  const groups = Map.groupBy(
    files.filter(({ lastModified }) => lastModified !== null),
    ({ originalName, folder, sizeBytes, lastModified }) =>
      JSON.stringify([originalName, folder, sizeBytes, lastModified]),
  );
  return new Map(
    [...groups].flatMap(([identity, [only, ...more]]) => (only && more.length === 0 ? [[identity, only]] : [])),
  );
}
