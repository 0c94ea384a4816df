// `npm start`: prepares the checkout, then runs the launcher under the pinned Node and hands signals on to it.
import { spawn } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

const node = await prepare();
const launcher = spawn(node, ['--env-file-if-exists=.env', '--enable-source-maps', 'dist/launcher/main.js'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  // Its own session, so that Ctrl-C reaches it once, from here.
  detached: true,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal));
launcher.once('exit', (code) => process.exit(code ?? 1));

// A killed npm tells nobody: when the parent has changed, everything is stopped.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && launcher.kill('SIGTERM'), 1000).unref();
}
