// Opens the delivery page of a record with 200 finals as its engineer, and weighs the script that it loads.
//   npm run bench -- delivery-page
import { gzipSync } from 'node:zlib';
import { median, withProduct } from './product.mjs';

const FINALS = 200;
const ROUNDS = 20;
const SECONDS = 1;
const RATE = 44_100;

await withProduct({}, async (product) => {
  const projectId = await product.project(FINALS);
  for (let n = 0; n < FINALS; n++) await upload(product, projectId, n);
  await product.rested();
  const headers = { 'x-dev-user-id': product.engineer };
  const open = async (path) => {
    const response = await fetch(product.url + path, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  const began = performance.now();
  let page = await open(`/d/${projectId}`);
  const first = performance.now() - began;
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    page = await open(`/d/${projectId}`);
    times.push(performance.now() - from);
  }
  const shown = page.match(/ id="file-/g)?.length ?? 0;
  if (shown !== FINALS) throw new Error(`The page shows ${shown} finals`);
  const script = await open(/src="(\/delivery\.js[^"]*)"/.exec(page)[1]);
  console.table({
    'finals on the page': shown,
    'first request, which makes the edition, ms': Math.round(first),
    'page, median ms (≤ 300)': Math.round(median(times)),
    'page, worst ms': Math.round(Math.max(...times)),
    'page, kB': Math.round(page.length / 1000),
    'JavaScript, kB (≤ 60)': Math.round(script.length / 1000),
    'JavaScript compressed, kB': Math.round(gzipSync(script).length / 1000),
  });
});

/** A short tone of its own, so that no two files are the same. */
async function upload(product, projectId, n) {
  const bytes = Buffer.alloc(44 + SECONDS * RATE * 4);
  const samples = bytes.length - 44;
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ])
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 4, 28);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples / 2; at++)
    bytes.writeInt16LE(Math.round(8_000 * Math.sin((at >> 1) * (0.01 + n / 5_000))), 44 + at * 2);
  const fileName = `Song ${n + 1}.wav`;
  const master = { projectId, fileName, fileType: 'master', sizeBytes: bytes.length, contentType: 'audio/wav' };
  const { fileId, uploadUrl, headers } = await product.call('POST', '/api/files/upload-url', master);
  const { ok, status } = await fetch(new URL(uploadUrl, product.url), { method: 'PUT', headers, body: bytes });
  if (!ok) throw new Error(`PUT answered ${status}`);
  await product.call('POST', `/api/files/${fileId}/complete`, {});
}
