import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from './embedded/process.js';

const PREFIX = 'lacquer-';
const OWNER = /^lacquer-[a-z]+-([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-/;

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
const ownerOf = (pid: number): string => `${short(hostname())}-${pid}-${short(fingerprint(pid) ?? '')}`;

let own: string | undefined;

/** Creates an empty folder whose name contains the id of this process; the caller removes it. */
export function makeTemporaryFolder(kind: string): Promise<string> {
  own ??= ownerOf(process.pid);
  return mkdtemp(join(tmpdir(), `${PREFIX}${kind}-${own}-`));
}

/**
 * Removes the folders of processes that no longer run (a killed process leaves them) and returns how many. Folders of
 * other hosts are kept.
 */
export async function sweepTemporaryFolders(): Promise<number> {
  let swept = 0;
  for (const name of await readdir(tmpdir())) {
    const [, host, pid, start] = OWNER.exec(name) ?? [];
    if (host !== short(hostname()) || `${host}-${pid}-${start}` === ownerOf(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).then(
      () => swept++,
      () => undefined,
    );
  }
  return swept;
}
