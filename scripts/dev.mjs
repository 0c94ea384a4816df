// `npm run dev`: database, API and worker beside Vite. A saved file under services/ rebuilds and restarts API and worker;
// a saved file under web/ is replaced in the open page. Ctrl-C stops everything.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { pinnedNode, prepare, root } from './prepare.mjs';

/** Editors write several files at once, and some write one file twice. */
const SETTLED_MS = 150;

await prepare({ pages: false });
const node = pinnedNode();
const webPort = Number(process.env.WEB_PORT) || (await freePort(5173));
const apiPort = Number(process.env.PORT) || (await freePort(3000));
const environment = {
  ...process.env,
  // The npm scripts that this program starts need the pinned Node as well.
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  PORT: String(apiPort),
  // Browsers talk to Vite, which forwards calls. The API accepts writes from its public address only.
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${webPort}`,
};

let server;
let stopping = false;
let rebuilding = false;
let changed = false;

const vite = run(join('node_modules', '@react-router', 'dev', 'bin.cjs'), ['dev', 'web', '--port', String(webPort)]);
vite.once('exit', () => stop());
startServer();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop());

let timer;
watch(join(root, 'services'), { recursive: true }, (_event, name) => {
  if (!/\.(ts|json|csv)$/.test(name ?? '') || /\.(spec|test|testing)\.ts$/.test(name)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void rebuild(), SETTLED_MS);
});

/** Restarts only after a successful build, so that a typing error does not stop the running portal. */
async function rebuild() {
  changed = true;
  if (rebuilding) return;
  rebuilding = true;
  while (changed && !stopping) {
    changed = false;
    const code = await exitOf(run(join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), ['build']));
    if (code !== 0 || changed || stopping) continue;
    console.log('Services changed: API and worker restart …');
    server.removeAllListeners('exit');
    const ended = exitOf(server);
    server.kill('SIGTERM');
    await ended;
    if (!stopping) startServer();
  }
  rebuilding = false;
}

function startServer() {
  server = run(join('dist', 'launcher', 'main.js'), [], ['--enable-source-maps']);
  server.once('exit', () => stop());
}

async function stop() {
  if (stopping) return;
  stopping = true;
  const running = [vite, server].filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = running.map(exitOf);
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  process.exit(0);
}

function run(program, args, flags = []) {
  return spawn(node, [...flags, program, ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
    // In a separate session, so that Ctrl-C reaches it only through this program.
    detached: true,
  });
}

function exitOf(child) {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** The first free port from `from` on. */
async function freePort(from) {
  for (let port = from; ; port++) {
    const free = await new Promise((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
