// `npm run bench -- storage`: compares uploads and downloads through the handler of the disk store's signed URLs with a
// bare Node HTTP server that streams to and from the same disk; also the server's memory while 20 uploads arrive at
// once.
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createStorage } from '../services/platform/storage/create.js';
import type { DiskStorage } from '../services/platform/storage/disk.js';
import { createDiskHandler } from '../services/platform/storage/disk-http.js';

const SIZE = 100 << 20;
const ROUNDS = 9;
const RANGES = 100;
const RANGE = 1 << 20;
const AT_ONCE = 20;
const MIB = 1 << 20;
const CHUNK = randomBytes(64 << 10);

async function serve(root: string): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = createStorage({ storageUrl: `file:${root}`, publicUrl, secret: 'bench' }) as DiskStorage;
  await storage.open();
  const handler = createDiskHandler(storage, { onError: (error) => console.error(error) });
  server.on('request', (req, res) => {
    const work = req.url?.startsWith('/storage/') ? handler(req, res) : bare(root, req, res);
    work.catch(() => res.destroy());
  });
  let peak = 0;
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  process.on('message', () => {
    process.send?.({ rss: process.memoryUsage.rss(), peak });
    peak = 0;
  });
  process.send?.({ publicUrl });
}

async function bare(root: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
  const path = join(root, pathname.slice(1));
  if (req.method === 'PUT') {
    await pipeline(req, createWriteStream(path, { flush: searchParams.has('flush') }));
    res.end();
    return;
  }
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
  const { size } = await stat(path);
  if (start !== undefined) res.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${size}` });
  await pipeline(createReadStream(path, start === undefined ? {} : { start: Number(start), end: Number(end) }), res);
}

async function put(url: string, headers: Record<string, string>): Promise<void> {
  const req = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': SIZE } });
  const answered = once(req, 'response') as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < SIZE; sent += CHUNK.length) if (!req.write(CHUNK)) await once(req, 'drain');
  req.end();
  const [res] = await answered;
  if (res.statusCode !== 200) throw new Error(`PUT answered ${res.statusCode}`);
  res.resume();
  await once(res, 'end');
}

async function get(url: string, headers: Record<string, string> = {}): Promise<number> {
  const req = request(url, { headers }).end();
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  let bytes = 0;
  res.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await once(res, 'end');
  return bytes;
}

async function getRanges(url: string): Promise<void> {
  for (let n = 0; n < RANGES; n++) {
    const start = ((n * 37) % RANGES) * RANGE;
    const bytes = await get(url, { Range: `bytes=${start}-${start + RANGE - 1}` });
    if (bytes !== RANGE) throw new Error(`a range answered ${bytes} bytes`);
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Median seconds of each variant; the variants take turns, so that changes of the disk's speed affect all of them. */
async function compare(variants: Record<string, () => Promise<unknown>>): Promise<Record<string, number>> {
  const seconds: Record<string, number[]> = {};
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(variants)) {
      const from = performance.now();
      await run();
      if (round >= 0) (seconds[name] ??= []).push((performance.now() - from) / 1000);
    }
  }
  return Object.fromEntries(Object.entries(seconds).map(([name, values]) => [name, median(values)]));
}

const rows: Record<string, Record<string, string>> = {};

function report(what: string, seconds: Record<string, number>): void {
  const ours = seconds.lacquer ?? NaN;
  for (const [name, value] of Object.entries(seconds)) {
    const speed = `${Math.round(SIZE / MIB / value)} MiB/s`;
    rows[`${what}: ${name}`] = {
      median: speed,
      'lacquer is': name === 'lacquer' ? '' : `${(value / ours).toFixed(2)} ×`,
    };
  }
}

async function withServer<T>(use: (server: ChildProcess, publicUrl: string, root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'bench-storage-'));
  const server = fork(import.meta.filename, [root]);
  try {
    const [{ publicUrl }] = (await once(server, 'message')) as [{ publicUrl: string }];
    return await use(server, publicUrl, root);
  } finally {
    server.kill();
    await once(server, 'exit');
    await rm(root, { recursive: true });
  }
}

function signer(publicUrl: string, root: string) {
  const storage = createStorage({ storageUrl: `file:${root}`, publicUrl, secret: 'bench' });
  const options = { contentType: 'audio/wav', sizeBytes: SIZE, expiresInS: 3600, fileName: 'bench.wav' };
  return {
    upload: async (key: string): Promise<void> => {
      const { url, headers } = await storage.signUpload(key, options);
      await put(url, headers);
    },
    download: (key: string) => storage.signDownload(key, options),
  };
}

/** How far a new server's memory rises above its idle state, in MiB. */
function growth(start: (publicUrl: string, root: string) => (n: number) => Promise<void>): Promise<number> {
  return withServer(async (server, publicUrl, root) => {
    const memory = async (): Promise<{ rss: number; peak: number }> => {
      server.send('memory');
      return ((await once(server, 'message')) as [{ rss: number; peak: number }])[0];
    };
    const upload = start(publicUrl, root);
    const { rss } = await memory();
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => upload(n)));
    return Math.round(((await memory()).peak - rss) / MIB);
  });
}

async function measure(): Promise<void> {
  const lacquer = await growth((publicUrl, root) => (n) => signer(publicUrl, root).upload(`${n}.wav`));
  const bareServer = await growth((publicUrl) => (n) => put(`${publicUrl}/${n}.wav`, {}));
  await withServer(async (_, publicUrl, root) => {
    const { upload, download } = signer(publicUrl, root);
    const uploads = await compare({
      lacquer: () => upload('bench.wav'),
      'bare server': () => put(`${publicUrl}/bare.wav`, {}),
      'bare server with fsync': () => put(`${publicUrl}/bare.wav?flush`, {}),
    });
    report('PUT 100 MiB', uploads);
    const url = await download('bench.wav');
    report(
      'GET 100 MiB',
      await compare({ lacquer: () => get(url), 'bare server': () => get(`${publicUrl}/bare.wav`) }),
    );
    const ranges = { lacquer: () => getRanges(url), 'bare server': () => getRanges(`${publicUrl}/bare.wav`) };
    report(`GET ${RANGES} ranges of 1 MiB`, await compare(ranges));
  });
  console.table(rows);
  console.log(
    `Memory above idle during ${AT_ONCE} uploads of 100 MiB at once: lacquer ${lacquer} MiB, bare server ${bareServer} MiB`,
  );
}

const [, , serverRoot] = process.argv;
await (serverRoot ? serve(serverRoot) : measure());
