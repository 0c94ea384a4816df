// How long after its registration a file has its first suggestion, and its first one that knows the header:
// the real API and worker, one file at a time on an idle machine. `npm run bench:first-suggestion`
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAudioFile } from '../dist/testing/audio.js';

const ROUNDS = 20;
const engineer = '01900000-0000-7000-8000-000000000001';
const dir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
const launcher = spawn(process.execPath, ['dist/launcher/main.js'], {
  env: { PATH: process.env.PATH, DATA_DIR: join(dir, 'data'), PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
try {
  const url = await address();
  const clientId = '01900000-0000-7000-8000-000000000002';
  const { id: projectId } = await call(url, 'POST', '/api/projects', { title: 'Bench', clientId });
  for (let n = 1; n <= ROUNDS; n++) await call(url, 'POST', `/api/tracks/projects/${projectId}`, { trackNumber: n, title: `Song ${n}` });
  const path = join(dir, 'song.wav');
  makeAudioFile(path, { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 20 });
  const bytes = await readFile(path);
  const first = [];
  const probed = [];
  for (let n = 1; n <= ROUNDS; n++) {
    const originalName = `${String(n).padStart(2, '0')} Song ${n}.wav`;
    const staging = `/api/staging/projects/${projectId}`;
    const { uploads } = await call(url, 'POST', `${staging}/upload-urls`, {
      files: [{ originalName, sizeBytes: bytes.length, contentType: 'audio/wav' }],
    });
    const [ticket] = uploads;
    await fetch(ticket.uploadUrl, { method: 'PUT', headers: ticket.headers, body: bytes });
    const { stagingFiles } = await call(url, 'POST', `${staging}/bulk-upload`, { files: [{ ...ticket, sizeBytes: bytes.length }] });
    const registered = performance.now();
    const seen = async (isThere) => {
      for (;;) {
        const { stagingFiles: all } = await call(url, 'GET', staging);
        const file = all.find(({ id }) => id === stagingFiles[0].id);
        if (isThere(file)) return performance.now() - registered;
      }
    };
    first.push(await seen((file) => file.assignmentSuggestions.length > 0));
    probed.push(await seen((file) => file.analysis.container && file.assignmentSuggestions.length > 0));
    await seen((file) => file.analysis.state === 'done');
  }
  console.log(`${ROUNDS} files, one at a time, 20 s of 24/48 WAV each\n`);
  console.log('after registration       median       p90       max');
  row('first suggestion', first);
  row('header known as well', probed);
} finally {
  launcher.kill('SIGTERM');
  await new Promise((resolve) => launcher.once('exit', resolve));
  await rm(dir, { recursive: true, force: true });
}

function row(name, values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0)} ms`.padStart(10);
  console.log(`${name.padEnd(21)}${at(0.5)}${at(0.9)}${at(1)}`);
}

async function call(url, method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-dev-user-id': engineer },
    body: body && JSON.stringify(body),
  });
  const reply = await response.json();
  if (!reply.success) throw new Error(`${method} ${path}: ${reply.error}`);
  return reply.data;
}

function address() {
  return new Promise((resolve, reject) => {
    let output = '';
    launcher.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /runs at (http\S+)/.exec(output);
      if (found) resolve(found[1]);
    });
    launcher.once('exit', () => reject(new Error(`The app did not start:\n${output}`)));
  });
}
