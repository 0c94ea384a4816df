// Uploads, downloads and ranges through the whole product beside a bare Node server on the same disk, and the API's
// memory while 20 files of 100 MB come in at once. `npm run bench:uploads`
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { median, withProduct } from './product.mjs';

const SIZE = 100_000_000;
const AT_ONCE = 20;
const ROUNDS = 9;
const RANGES = 100;
const RANGE = 1_000_000;
const MB = 1_000_000;
const PAGE = 4096;
const HEAD = Buffer.alloc(12);
const CHUNK = randomBytes(64 << 10);
HEAD.write('RIFF', 0, 'latin1');
HEAD.writeUInt32LE(SIZE - 8, 4);
HEAD.write('WAVE', 8, 'latin1');

const [, , bareFolder] = process.argv;
if (bareFolder) await serve(bareFolder);
else await withProduct({}, measure);

async function measure(product) {
  const projectId = await product.project(1);
  const master = { projectId, fileName: 'master.wav', fileType: 'master', sizeBytes: SIZE, contentType: 'audio/wav' };
  const begin = () => product.call('POST', '/api/files/upload-url', master);
  const send = async ({ uploadUrl, headers }) => put(new URL(uploadUrl, product.url), headers);

  const tickets = await Promise.all(Array.from({ length: AT_ONCE }, begin));
  const growth = await memoryAbove(await product.pid('api'), () => Promise.all(tickets.map(send)));

  const bare = fork(import.meta.filename, [product.dir]);
  try {
    const [bareUrl] = await once(bare, 'message');
    const rows = {};
    rows['upload 100 MB'] = await compare(() => send(tickets[0]), () => put(new URL('/file', bareUrl), {}));
    const inParts = () => sendInParts(product, projectId);
    rows['upload 100 MB in parts'] = await compare(inParts, () => put(new URL('/file', bareUrl), {}));
    const { id } = await product.call('POST', `/api/files/${tickets[0].fileId}/complete`, {});
    const ours = new URL(`/api/files/download/${id}`, product.url);
    const theirs = new URL('/file', bareUrl);
    rows['download 100 MB'] = await compare(() => get(ours), () => get(theirs));
    rows[`${RANGES} ranges of 1 MB`] = await compare(() => getRanges(ours), () => getRanges(theirs));
    console.table(rows);
  } finally {
    bare.kill();
  }
  console.log(`API memory above idle while ${AT_ONCE} files of ${SIZE / MB} MB come in at once: ${Math.round(growth / MB)} MB`);
}

/** As the browser sends a large file in staging, until the store has all parts; cancelled, so that nothing is analysed. */
async function sendInParts(product, projectId) {
  const staging = `/api/staging/projects/${projectId}`;
  const files = [{ originalName: 'master.wav', sizeBytes: SIZE }];
  const { uploads } = await product.call('POST', `${staging}/upload-urls`, { files, resumable: true });
  const [{ r2Key }] = uploads;
  const missing = async () => (await product.call('POST', `${staging}/upload-parts`, { r2Key })).parts;
  for (let parts = await missing(); parts.length > 0; parts = await missing()) {
    for (const { uploadUrl, headers, sizeBytes } of parts) await put(new URL(uploadUrl, product.url), headers, sizeBytes);
  }
  await product.call('POST', `${staging}/cancel-uploads`, { r2Keys: [r2Key] });
}

/** Medians; both take turns, so that the disk's moods meet them alike. */
async function compare(lacquer, bare) {
  const times = { lacquer: [], bare: [] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries({ lacquer, bare })) {
      const from = performance.now();
      await run();
      if (round >= 0) times[name].push((performance.now() - from) / 1000);
    }
  }
  const speed = (values) => `${Math.round(SIZE / MB / median(values))} MB/s`;
  const ratio = Number((median(times.bare) / median(times.lacquer)).toFixed(2));
  return { lacquer: speed(times.lacquer), 'bare server': speed(times.bare), 'lacquer is, ×': ratio };
}

/** By how many bytes a process rises above its idle memory meanwhile. */
async function memoryAbove(pid, run) {
  const rss = async () => Number((await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]) * PAGE;
  const idle = await rss();
  let peak = idle;
  const timer = setInterval(async () => (peak = Math.max(peak, await rss())), 20);
  await run();
  clearInterval(timer);
  return peak - idle;
}

async function put(url, headers, size = SIZE) {
  const req = request(url, { method: 'PUT', headers: { ...headers, 'content-length': size } });
  const answered = once(req, 'response');
  req.write(HEAD);
  for (let left = size - HEAD.length; left > 0; left -= CHUNK.length) {
    if (!req.write(left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK)) await once(req, 'drain');
  }
  req.end();
  const [res] = await answered;
  if (res.statusCode !== 200) throw new Error(`PUT answered ${res.statusCode}`);
  res.resume();
  await once(res, 'end');
}

async function get(url, headers = {}) {
  const [res] = await once(request(url, { headers: { 'x-dev-user-id': '01900000-0000-7000-8000-000000000001', ...headers } }).end(), 'response');
  let bytes = 0;
  res.on('data', (chunk) => (bytes += chunk.length));
  await once(res, 'end');
  if (res.statusCode === 302) return get(new URL(res.headers.location), headers);
  if (bytes !== (headers.range ? RANGE : SIZE)) throw new Error(`GET answered ${res.statusCode} and ${bytes} bytes`);
}

async function getRanges(url) {
  for (let n = 0; n < RANGES; n++) {
    const start = ((n * 37) % RANGES) * RANGE;
    await get(url, { range: `bytes=${start}-${start + RANGE - 1}` });
  }
}

/** The bare server: what a few lines of Node do with the same disk. */
async function serve(folder) {
  const path = join(folder, 'bare.wav');
  const server = createServer(async (req, res) => {
    if (req.method === 'PUT') {
      await pipeline(req, createWriteStream(path));
      return res.end();
    }
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
    if (start !== undefined) res.writeHead(206, { 'content-range': `bytes ${start}-${end}/${SIZE}` });
    await pipeline(createReadStream(path, start === undefined ? {} : { start: Number(start), end: Number(end) }), res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.send(`http://127.0.0.1:${server.address().port}`);
}
