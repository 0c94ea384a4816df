// Compares the ZIP of a project of 4 GB with plain downloads of the same files, and checks random ranges of it against
// the whole.
//   npm run bench -- archives
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { median, withProduct } from './product.mjs';

const FILES = 40;
const SIZE = 100_000_000;
const MB = 1_000_000;
const ROUNDS = 5;
const FIRST_BYTES = 20;
const RANGES = 400;
const MAX_RANGE = 8 * MB;
const PAGE = 4096;

await withProduct({}, async (product) => {
  const headers = { 'x-dev-user-id': product.engineer };
  const projectId = await product.project(1);
  const ids = [];
  for (let n = 0; n < FILES; n++) ids.push(await upload(product, projectId, n));
  await product.rested();
  const archive = new URL(`/api/files/project/${projectId}/archive/finals`, product.url);
  const plain = ids.map((id) => new URL(`/api/files/download/${id}`, product.url));
  const ask = (url, more = {}) => answerOf(request(url, { headers: { ...headers, ...more } }));

  const pid = await product.pid('api');
  const idle = await memory(pid);
  let peak = 0;
  const watch = setInterval(async () => (peak = Math.max(peak, await memory(pid))), 50);
  const checked = performance.now();
  await drained(await answerOf(request(archive, { method: 'HEAD', headers })));
  const checksums = performance.now() - checked;

  const times = { plain: [], archive: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const from = performance.now();
    for (const url of plain) await drained(await ask(url));
    const between = performance.now();
    await drained(await ask(archive));
    if (round < 0) continue;
    times.plain.push((between - from) / 1000);
    times.archive.push((performance.now() - between) / 1000);
  }
  clearInterval(watch);

  const firstBytes = [];
  for (let n = 0; n < FIRST_BYTES; n++) {
    const from = performance.now();
    const answer = await ask(archive);
    await once(answer, 'readable');
    firstBytes.push(performance.now() - from);
    answer.destroy();
  }

  const path = join(product.dir, 'whole.zip');
  const whole = await ask(archive);
  await pipeline(whole, createWriteStream(path));
  const file = await open(path);
  const { size } = await file.stat();
  for (let n = 0; n < RANGES; n++) {
    const start = Math.floor(Math.random() * size);
    const end = Math.min(size - 1, start + Math.floor(Math.random() * MAX_RANGE));
    const answer = await ask(archive, { range: `bytes=${start}-${end}`, 'if-range': whole.headers.etag });
    if (answer.statusCode !== 206) throw new Error(`A range answered ${answer.statusCode}`);
    const bytes = Buffer.concat(await answer.toArray());
    const expected = Buffer.alloc(end - start + 1);
    await file.read(expected, 0, expected.length, start);
    if (!bytes.equals(expected)) throw new Error(`bytes ${start}-${end} differ from the whole`);
  }
  await file.close();

  const speed = (seconds) => `${Math.round((FILES * SIZE) / MB / median(seconds))} MB/s`;
  console.table({
    'plain downloads': speed(times.plain),
    ZIP: speed(times.archive),
    'ZIP is, ×': Number((median(times.plain) / median(times.archive)).toFixed(2)),
    'first byte, median ms': Math.round(median(firstBytes)),
    'first byte, worst ms': Math.round(Math.max(...firstBytes)),
    'API memory above idle, MB': Math.round((peak - idle) / MB),
    'first request, which reads all checksums, s': Number((checksums / 1000).toFixed(1)),
    'random ranges that equal the whole': RANGES,
  });
});

async function upload(product, projectId, n) {
  const bytes = randomBytes(SIZE);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(SIZE - 8, 4);
  bytes.write('WAVE', 8, 'latin1');
  const master = { projectId, fileName: `${n}.wav`, fileType: 'master', sizeBytes: SIZE, contentType: 'audio/wav' };
  const { fileId, uploadUrl, headers } = await product.call('POST', '/api/files/upload-url', master);
  const { ok, status } = await fetch(new URL(uploadUrl, product.url), { method: 'PUT', headers, body: bytes });
  if (!ok) throw new Error(`PUT answered ${status}`);
  return (await product.call('POST', `/api/files/${fileId}/complete`, {})).id;
}

async function answerOf(sent) {
  sent.end();
  const [answer] = await once(sent, 'response');
  if (answer.statusCode >= 300) throw new Error(`${sent.path} answered ${answer.statusCode}`);
  return answer;
}

async function drained(answer) {
  answer.resume();
  await once(answer, 'end');
}

async function memory(pid) {
  return Number((await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]) * PAGE;
}
