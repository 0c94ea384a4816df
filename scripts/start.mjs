// `npm start`: prepares the checkout, then runs the launcher under the pinned Node and forwards signals to it. `npm run
// start:api`, `start:worker`, `migrate`: the same for one part.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

const [part = 'launcher', ...args] = process.argv.slice(2);
const node = await prepare();
const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
const child = spawn(node, [...settings, '--enable-source-maps', `dist/${part}/main.js`, ...args], {
  cwd: root,
  env: { ...process.env, COMMIT: process.env.COMMIT || commit() },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  // A separate session, so that Ctrl-C reaches it once, through this program.
  detached: true,
});
let asked = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
// A process that was ended by the signal it was sent has ended normally.
child.once('exit', (code) => process.exit(code ?? (asked ? 0 : 1)));

// npm's shell does not forward signals, and a killed npm sends none: when one of them is gone, everything is stopped.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const callers = npmAndItsShell();
  const watch = setInterval(() => {
    if (callers.every(isAlive)) return;
    clearInterval(watch);
    if (!asked) stop('SIGTERM');
  }, 500);
  watch.unref();
}

/** Empty outside a checkout of git. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}

function stop(signal) {
  asked = true;
  child.kill(signal);
}

function npmAndItsShell() {
  const [, parent, command] = /(\d+) (.*)/.exec(
    execFileSync('ps', ['-o', 'ppid=,args=', '-p', process.ppid], { encoding: 'utf8' }),
  );
  return /npm/.test(command.split(' ')[0]) ? [process.ppid] : [process.ppid, Number(parent)];
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
