export const stagingPrefix = (projectId: string) => `projects/${projectId}/staging/`;

/** Recognises a file that is dropped again. */
export interface FileIdentity {
  originalName: string;
  folder: string | null;
  sizeBytes: number;
  /** Milliseconds since 1970; null where the caller did not say, and then nothing is like it. */
  lastModified: number | null;
}

/**
 * Pairs dropped files with uploads of the same files. What is there twice, on either side, is paired with nothing:
 * parts of two files must never meet in one object.
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
