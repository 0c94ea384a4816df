// Compares uploads, downloads and ranges through the whole product with a bare Node server on the same disk, and
// measures the API's memory while 20 files of 100 MB arrive at once.
//   npm run bench -- uploads
//
// The bare server streams to and from a file: no names, no permissions, no length checks. What the product has
// acknowledged survives a power cut, so its uploads are compared with a bare server that syncs the file before it
// answers and, in another row, with one that answers when the bytes are in memory. CPU time is that of the two servers'
// processes; it is more reliable than elapsed time while other programs run.
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

  const permissions = await Promise.all(Array.from({ length: AT_ONCE }, begin));
  const growth = await memoryAbove(await product.pid('api'), () => Promise.all(permissions.map(send)));

  const bare = fork(import.meta.filename, [product.dir]);
  try {
    const [bareUrl] = await once(bare, 'message');
    const pids = { lacquer: await product.pid('api'), bare: bare.pid };
    const uploads = await compare(pids, {
      // A signed address can be written once, so each round has a new one.
      lacquer: async () => send(await begin()),
      parts: () => sendInParts(product, projectId),
      synced: () => put(new URL('/file?sync', bareUrl), {}),
      bare: () => put(new URL('/file', bareUrl), {}),
    });
    const { id } = await product.call('POST', `/api/files/${permissions[0].fileId}/complete`, {});
    const ours = new URL(`/api/files/download/${id}`, product.url);
    const theirs = new URL('/file', bareUrl);
    const downloads = await compare(pids, { lacquer: () => get(ours), bare: () => get(theirs) });
    const ranges = await compare(pids, { lacquer: () => getRanges(ours), bare: () => getRanges(theirs) });
    console.table({
      'upload 100 MB': row(uploads.lacquer, uploads.synced),
      'the same, in parts': row(uploads.parts, uploads.synced),
      'upload 100 MB, bare server not syncing': row(uploads.lacquer, uploads.bare),
      'download 100 MB': row(downloads.lacquer, downloads.bare),
      [`${RANGES} ranges of 1 MB`]: row(ranges.lacquer, ranges.bare),
    });
  } finally {
    bare.kill();
  }
  console.log(
    `API memory above idle while ${AT_ONCE} files of ${SIZE / MB} MB come in at once: ${Math.round(growth / MB)} MB`,
  );
}

/**
 * Sends a file as the browser sends a large one in staging, until the store has all parts. It is cancelled later, so
 * that nothing is analysed.
 */
async function sendInParts(product, projectId) {
  const staging = `/api/staging/projects/${projectId}`;
  const files = [{ originalName: 'master.wav', sizeBytes: SIZE }];
  const { uploads } = await product.call('POST', `${staging}/upload-urls`, { files, resumable: true });
  const [{ r2Key }] = uploads;
  const missing = async () => (await product.call('POST', `${staging}/upload-parts`, { r2Key })).parts;
  for (let parts = await missing(); parts.length > 0; parts = await missing()) {
    for (const { uploadUrl, headers, sizeBytes } of parts)
      await put(new URL(uploadUrl, product.url), headers, sizeBytes);
  }
  return () => product.call('POST', `${staging}/cancel-uploads`, { r2Keys: [r2Key] });
}

/**
 * Median elapsed seconds and CPU seconds. The variants take turns, so that changes of the machine's speed affect all of
 * them. A variant may return a function that cleans up outside the measured time.
 */
async function compare({ lacquer, bare }, variants) {
  const spent = Object.fromEntries(Object.keys(variants).map((name) => [name, { clock: [], cpu: [] }]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(variants)) {
      const [from, cpu] = [performance.now(), await cpuOf(lacquer, bare)];
      const tidy = await run();
      const [took, worked] = [(performance.now() - from) / 1000, (await cpuOf(lacquer, bare)) - cpu];
      await tidy?.();
      if (round < 0) continue;
      spent[name].clock.push(took);
      spent[name].cpu.push(worked);
    }
  }
  return Object.fromEntries(
    Object.entries(spent).map(([name, { clock, cpu }]) => [name, { clock: median(clock), cpu: median(cpu) }]),
  );
}

function row(ours, bare) {
  const speed = ({ clock }) => `${Math.round(SIZE / MB / clock)} MB/s`;
  const ratio = (one, other) => Number((one / other).toFixed(2));
  return {
    lacquer: speed(ours),
    'bare server': speed(bare),
    'lacquer is, ×': ratio(bare.clock, ours.clock),
    'CPU s': `${ours.cpu.toFixed(2)} : ${bare.cpu.toFixed(2)}`,
  };
}

/** CPU seconds that the processes have used; only one of them is active at a time. */
async function cpuOf(...pids) {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // proc(5): utime and stime, in hundredths of a second.
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / 100;
}

/** By how many bytes a process rises above its idle memory in the meantime. */
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
  const [res] = await once(
    request(url, { headers: { 'x-dev-user-id': '01900000-0000-7000-8000-000000000001', ...headers } }).end(),
    'response',
  );
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

/** The bare server: a few lines of Node on the same disk. */
async function serve(folder) {
  const path = join(folder, 'bare.wav');
  const server = createServer(async (req, res) => {
    if (req.method === 'PUT') {
      await pipeline(req, createWriteStream(path, { flush: req.url.endsWith('?sync') }));
      return res.end();
    }
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
    if (start !== undefined) res.writeHead(206, { 'content-range': `bytes ${start}-${end}/${SIZE}` });
    await pipeline(createReadStream(path, start === undefined ? {} : { start: Number(start), end: Number(end) }), res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.send(`http://127.0.0.1:${server.address().port}`);
}
