import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'lacquer-analysis-';

/** An empty folder for what one analysis makes; whoever asked removes it. */
export const makeOutputFolder = (): Promise<string> => mkdtemp(join(tmpdir(), PREFIX));

/** Removes the folders that killed workers of this machine left before that time. */
export async function sweepOutputFolders(before: Date): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    const { mtime } = await stat(path).catch(() => ({ mtime: before }));
    if (mtime < before) await rm(path, { recursive: true, force: true });
  }
}
