// `npm test [-- SUITE …]`: prepares the checkout, starts the services that the tests use, runs the suites and counts.
// Without a suite it runs everything except the slow tests (`*.slow.*`: fault injection at every step, soak, every
// screen in every width). With CI set, a file that failed runs once more by itself at the end.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fetchChromium } from './chromium/fetch.mjs';
import { outcomeOf } from './outcome.mjs';
import { prepare, root } from './prepare.mjs';

/** Each suite is one run of Jest; suites run side by side. */
const SUITES = {
  services: ['--config', 'jest.config.js'],
  unit: ['--config', 'jest.config.js', '--testMatch', '**/!(*.slow).spec.ts'],
  e2e: ['--config', 'web/e2e/jest.config.js'],
  'slow-services': ['--config', 'jest.config.js', '--testMatch', '**/*.slow.{spec,test}.ts'],
  'slow-e2e': ['--config', 'web/e2e/jest.config.js', '--testMatch', '**/*.slow.e2e.ts'],
};
const GROUPS = { slow: ['slow-services', 'slow-e2e'] };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['services', 'e2e'];
const names = wanted.flatMap((name) => GROUPS[name] ?? name);
const unknown = names.find((name) => !(name in SUITES));
if (unknown) {
  console.error(`There is no suite called ${unknown}. Suites: ${Object.keys({ ...SUITES, ...GROUPS }).join(', ')}.`);
  process.exit(2);
}

const node = await prepare({ pages: !names.every((name) => name === 'unit') });
const folder = makeFolder();
const strict = Boolean(process.env.CI);
const missing = [];
const started = [];
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  // For databases, stores and sound of the tests.
  TMPDIR: folder,
  TEST_CHROMIUM: process.env.TEST_CHROMIUM ?? (names.some((name) => name.endsWith('e2e')) ? await chromium() : ''),
  TEST_REDIS_URL: process.env.TEST_REDIS_URL ?? (await startRedis()),
};
if (!environment.TEST_REDIS_URL)
  missing.push('Redis (redis-server on the PATH or TEST_REDIS_URL): only the PostgreSQL queue is tested.');
if (!environment.TEST_S3_URL) missing.push('S3 (TEST_S3_URL, an s3: address): only storage on disk is tested.');
for (const sentence of missing) console.warn(`NOT THERE: ${sentence}`);

let total;
try {
  // In parallel, because browser tests mostly wait for pages and timers.
  const runs = await Promise.all(names.map((name) => runJest(name)));
  total = await outcomeOf(runs, strict ? runJest : undefined);
} finally {
  for (const child of started) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
for (const { file, tests } of total.skippedIn) console.warn(`SKIPPED ${relative(root, file)}: ${tests}`);
for (const sentence of missing) console.warn(`NOT THERE: ${sentence}`);
for (const { file, test } of total.unstable) console.warn(`UNSTABLE ${relative(root, file)}: ${test}`);
if (strict && (missing.length > 0 || total.skipped > 0))
  console.error('With CI set nothing may be missing or skipped.');
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || (strict && (missing.length > 0 || total.skipped > 0)) ? 1 : 0);

/** Runs a suite, or a single file of it. */
function runJest(suite, file) {
  const from = Date.now();
  const report = join(folder, `${suite}.json`);
  rmSync(report, { force: true });
  const output = ['--json', '--outputFile', report];
  const only = file ? ['--runTestsByPath', file] : [];
  const jest = spawn(node, ['node_modules/jest/bin/jest.js', ...SUITES[suite], ...output, ...only], {
    cwd: root,
    env: environment,
    // Jest also writes the JSON report to standard output. People read standard error.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => jest.kill(signal));
  const hanging = endWhenHanging(jest, report);
  return new Promise((resolve) => {
    jest.once('exit', (code) => {
      clearInterval(hanging);
      console.error(`${file ? relative(root, file) : suite}: ${((Date.now() - from) / 1000).toFixed(0)} s`);
      resolve({ suite, code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined });
    });
  });
}

/**
 * Tests that leave something open keep Jest from ending after its report. That counts as a failure and is not waited
 * for.
 */
function endWhenHanging(jest, report) {
  return setInterval(() => {
    if (!existsSync(report) || Date.now() - statSync(report).mtimeMs < 20_000) return;
    console.error('Jest does not end: a test has left something open.');
    jest.kill('SIGKILL');
  }, 1000);
}

async function chromium() {
  // The shell renders as Chromium does and takes two thirds of its CPU time.
  const found = program('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');
  if (found) return found;
  try {
    return await fetchChromium(node);
  } catch ({ message }) {
    missing.push(
      `Chromium (on the PATH or named by TEST_CHROMIUM), and fetching one failed (${message}): no browser test runs.`,
    );
    return '';
  }
}

async function startRedis() {
  const server = program('redis-server');
  if (!server) return undefined;
  const port = await freePort();
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: folder,
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    save: '',
  };
  const redis = spawn(
    server,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  started.push(redis);
  process.once('exit', () => redis.kill('SIGKILL'));
  await new Promise((resolve, reject) => {
    redis.once('exit', () => reject(new Error('redis-server did not start.')));
    redis.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && resolve());
  });
  return `redis://127.0.0.1:${port}`;
}

/** Makes a folder for the temporary files of all tests, and removes those that killed runs left. */
function makeFolder() {
  const prefix = 'lacquer-services-';
  const parent = memoryFolder() ?? tmpdir();
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) && Number(name.slice(prefix.length).split('-')[0]);
    if (owner && !isAlive(owner)) removeIfOwn(join(parent, name));
  }
  const made = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // PostgreSQL and the readers of sound run as another user when the caller is root.
  chmodSync(made, 0o711);
  return made;
}

/** A folder of another user stays: its owner removes it. */
function removeIfOwn(folder) {
  if (statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.())
    rmSync(folder, { recursive: true, force: true });
}

/**
 * On Linux, /dev/shm is in memory: databases and stores of tests take much less CPU time there than on a disk. A
 * container often has little of it, or cannot run programs there, and its size may be more than the memory that is free.
 */
function memoryFolder() {
  const path = '/dev/shm';
  if (!existsSync(path) || !existsSync('/proc/mounts')) return undefined;
  const { bavail, bsize } = statfsSync(path);
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).find((fields) => fields[1] === path)?.[3];
  return Math.min(bavail * bsize, freemem()) > 8e9 && options && !options.split(',').includes('noexec')
    ? path
    : undefined;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function program(...names) {
  for (const name of names) {
    for (const directory of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(directory, name);
      if (directory && existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0)
        return path;
    }
  }
  return undefined;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
