// Prepares `npm start` and `npm test`: dependencies, the right Node, a current build.
// Runs on Node 20 without any dependency.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs and builds what is out of date, one process at a time, and returns the path of the Node to run with. Without
 * `pages` it only generates the web's client, not the pages.
 */
export async function prepare({ pages = true } = {}) {
  const unlock = await lock();
  try {
    install();
    const node = pinnedNode();
    build('services', 'dist', ['services', 'nest-cli.json', 'tsconfig.json', '.swcrc'], 'build');
    const client = ['web/openapi-ts.config.ts', 'scripts/generate-words.mjs', 'openapi.json'];
    if (pages) build('the web pages', 'web/build', ['web', ...client], 'build:web');
    else build('the web client', 'web/src/api/generated', client, 'generate:client');
    return node;
  } finally {
    unlock();
  }
}

/** The Node that the lockfile pins for this system, otherwise the running one if it is new enough. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  if (process.platform === 'linux' && existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  fail(`Lacquer needs Node 24 or newer on this system; this is ${process.version}.`);
}

function install() {
  if (isInstalled()) return;
  console.log('Installing what package-lock.json says …');
  // npm itself may need the machine's own Node, because it is about to replace the one in node_modules.
  const PATH = withoutOwnPrograms(process.env.PATH ?? '');
  npm(
    ['ci', '--loglevel=error', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    { PATH },
    'inherit',
  );
}

/** Compares with the list that npm leaves in node_modules as the last step of an installation. */
function isInstalled() {
  let present;
  try {
    present = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (!found) return Boolean(entry.optional) && !isForThisSystem(entry);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function isForThisSystem(entry) {
  if (!entry.os && !entry.cpu) return false;
  return (
    (!entry.os || entry.os.includes(process.platform)) &&
    (!entry.cpu || entry.cpu.includes(process.arch)) &&
    !entry.libc
  );
}

function build(what, output, inputs, script) {
  const stamp = join(root, output, '.stamp');
  const current = hash(['package-lock.json', ...inputs]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  console.log(`Building ${what} …`);
  npm(['run', '--silent', script], { NODE_ENV: 'production' }, 'pipe');
  writeFileSync(stamp, current);
}

function hash(inputs) {
  const digest = createHash('sha256');
  const skipped = new Set(['build', '.react-router', 'generated', 'e2e', 'node_modules']);
  const add = (path) => {
    const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) add(inner);
      } else digest.update(inner).update(readFileSync(join(root, inner)));
    }
  };
  for (const input of inputs) {
    if (!existsSync(join(root, input))) continue;
    if (/\.[a-z]+$/.test(input)) digest.update(input).update(readFileSync(join(root, input)));
    else add(input);
  }
  return digest.digest('hex');
}

/** Output is shown as it is written ('inherit'), or only after a failure ('pipe'). */
function npm(args, environment, output) {
  const { status, error, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) fail(`npm could not be started: ${error.message}`);
  if (status !== 0) fail([stdout, stderr, `npm ${args.join(' ')} failed.`].filter(Boolean).join('\n'));
}

function withoutOwnPrograms(path) {
  return path
    .split(delimiter)
    .filter((entry) => !entry.includes(`node_modules${sep}.bin`))
    .join(delimiter);
}

/** Makes a second start or test run on the same checkout wait while this one installs or builds. */
export async function lock() {
  const path = join(tmpdir(), `lacquer-prepare-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
  const own = `${path}.${process.pid}`;
  mkdirSync(tmpdir(), { recursive: true });
  writeFileSync(own, `${process.pid} ${startOf(process.pid)}`);
  const unlock = () => rmSync(path, { force: true });
  let told = false;
  try {
    for (;;) {
      try {
        linkSync(own, path);
        return unlock;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      if (isGone(path)) unlock();
      else {
        if (!told) console.log(`Waiting for process ${ownerOf(path).pid}, which installs or builds here (${path}) …`);
        told = true;
        await pause(100);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function isGone(path) {
  try {
    const { pid, start } = ownerOf(path);
    process.kill(pid, 0);
    return start !== startOf(pid);
  } catch (error) {
    return error.code === 'ESRCH' || error.code === 'ENOENT';
  }
}

function ownerOf(path) {
  const [pid, ...start] = readFileSync(path, 'utf8').split(' ');
  return { pid: Number(pid), start: start.join(' ') };
}

/**
 * The start time of a process, which distinguishes it from a later one with the same id; empty if the system does not
 * report it.
 */
function startOf(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
