// An album of CD masters in the whole product: a DDP is made of it and downloaded beside plain downloads of the masters,
// uploaded again, checked and compared. In a browser, clicks anywhere on its image say how soon it is heard.
//   npm run bench -- ddp [--minutes 60]
import { randomFillSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { launchBrowser, listenAtOutputs, untilHeard } from './heard.mjs';
import { median, withProduct } from './product.mjs';

const at = process.argv.indexOf('--minutes');
const MINUTES = at < 0 ? 60 : Number(process.argv[at + 1]);
const TRACKS = 12;
const RATE = 44_100;
const ROUNDS = 3;
const PLAYS = 40;
/** Frames at both ends of a track at which nothing is clicked: pauses are silent, and a pixel is several seconds. */
const EDGE = 15 * 75;
const POLL_MS = 50;

const seconds = (from) => (performance.now() - from) / 1000;

await withProduct({}, async (product) => {
  const headers = { 'x-dev-user-id': product.engineer };
  const projectId = await product.project(TRACKS);
  const { tracks } = await product.call('GET', `/api/tracks/projects/${projectId}`);
  for (const { id } of tracks.flatMap(({ slots }) => slots.filter(({ isRequired }) => isRequired)))
    await product.call('PUT', `/api/tracks/slots/${id}`, { isRequired: false });
  const base = `/api/projects/${projectId}`;

  const masters = [];
  for (let n = 1; n <= TRACKS; n++) masters.push([`Song ${n}.wav`, master(Math.round((MINUTES * 60) / TRACKS))]);
  let from = performance.now();
  const staged = await send(masters, 'audio/wav');
  const files = await until(async () => {
    const listed = (await product.staged(projectId)).filter(({ id }) => staged.some((file) => file.id === id));
    return listed.every(({ analysis }) => analysis.state === 'done') && listed;
  });
  const analysis = seconds(from);
  for (const { id, originalName } of files) {
    const { track } = tracks.find((each) => `${each.track.title}.wav` === originalName);
    const place = { trackId: track.id, slotType: 'cd_master' };
    await product.call('POST', `/api/staging/projects/${projectId}/files/${id}/assign`, place);
  }
  await product.call('POST', `/api/staging/projects/${projectId}/release`, {
    stagingFileIds: files.map(({ id }) => id),
  });

  from = performance.now();
  await product.call('POST', `${base}/discs/1/prepare`, {});
  const disc = await until(async () => {
    const [found] = (await product.call('GET', `${base}/discs`)).discs;
    return found.state === 'ready' && found;
  });
  const prepared = seconds(from);
  const archive = `${base}/discs/1/${disc.version}/archive`;
  const released = await product.call('GET', `/api/files/project/${projectId}`);
  const plain = released.filter((file) => file.slotType === 'cd_master').map(({ id }) => `/api/files/download/${id}`);

  const rates = { plain: [], ddp: [] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, paths] of [
      ['plain', plain],
      ['ddp', [archive]],
    ]) {
      from = performance.now();
      let bytes = 0;
      for (const path of paths) bytes += await drained(await ask(path));
      if (round >= 0) rates[name].push(bytes / 1e6 / seconds(from));
    }
  }

  const heard = await heardAfterClicks(product.url, projectId, disc);

  const zip = Buffer.from(await (await ask(archive)).arrayBuffer());
  from = performance.now();
  const [uploaded] = await send([['DDP.zip', zip]], 'application/zip');
  const arrived = seconds(from);
  from = performance.now();
  const report = await until(async () => {
    const { ddps } = await product.call('GET', `${base}/ddps`);
    return ddps[0]?.state === 'done' && ddps[0].report;
  });
  const checked = seconds(from);
  if (!uploaded || report.verdict !== 'same') throw new Error('The DDP does not hold the masters');

  console.table({
    'minutes of sound': MINUTES,
    'analysis of the masters (s, upload included)': analysis.toFixed(1),
    'checksums of the image (s)': prepared.toFixed(1),
    'plain downloads (MB/s)': median(rates.plain).toFixed(0),
    'DDP as ZIP (MB/s)': median(rates.ddp).toFixed(0),
    'DDP : plain': (median(rates.ddp) / median(rates.plain)).toFixed(2),
    'upload of the DDP (s)': arrived.toFixed(1),
    'checked and compared (s)': checked.toFixed(1),
    'checked : analysed': (checked / analysis).toFixed(2),
    'sound after a click, median (ms)': median(heard).toFixed(0),
    'sound after a click, slowest (ms)': Math.max(...heard).toFixed(0),
  });

  async function send(files, contentType) {
    const named = files.map(([originalName, bytes]) => ({ originalName, sizeBytes: bytes.length, contentType }));
    const permissions = await product.permissions(projectId, named);
    for (const [index, { uploadUrl, headers: own }] of permissions.entries()) {
      const body = files[index][1];
      const { ok, status } = await fetch(new URL(uploadUrl, product.url), { method: 'PUT', headers: own, body });
      if (!ok) throw new Error(`PUT answered ${status}`);
    }
    return product.register(
      projectId,
      permissions.map((permission, index) => ({ ...permission, ...named[index] })),
    );
  }

  async function ask(path, more = {}) {
    const answer = await fetch(product.url + path, { headers: { ...headers, ...more } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  }
});

/** Times in ms from clicks at random places of the disc until its sound is heard. */
async function heardAfterClicks(url, projectId, { frames, tracks }) {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addInitScript(listenAtOutputs);
    await context.request.post(`${url}/api/dev/sign-in`, { data: { role: 'engineer' } });
    const page = await context.newPage();
    await page.goto(`${url}/app/projects/${projectId}?tab=cd`);
    const disc = page.getByRole('region', { name: 'CD', exact: true });
    const thumb = disc.getByRole('slider', { name: 'Position on the disc' });
    await thumb.waitFor();
    const bar = await thumb.locator('xpath=..').boundingBox();
    const took = [];
    for (let n = 0; n < PLAYS; n++) {
      const { start, end } = tracks[Math.floor(Math.random() * tracks.length)];
      const frame = start + EDGE + Math.random() * (end - start - 2 * EDGE);
      const heard = page.evaluate(untilHeard, 'mouseup');
      // Answered after the other one has begun to listen.
      await page.evaluate(() => null);
      await page.mouse.click(bar.x + (bar.width * frame) / frames, bar.y + bar.height / 2);
      took.push(await heard);
      await disc.getByRole('button', { name: 'Pause the disc' }).click();
      await page.waitForTimeout(150);
    }
    return took;
  } finally {
    await browser.close();
  }
}

/** Quiet noise in 16 bits, 44.1 kHz, stereo. */
function master(lengthS) {
  const bytes = Buffer.alloc(44 + lengthS * RATE * 4);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, lengthS * RATE * 2);
  randomFillSync(samples);
  for (let index = 0; index < samples.length; index++) samples[index] >>= 3;
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}

async function until(found) {
  for (;;) {
    const result = await found();
    if (result) return result;
    await pause(POLL_MS);
  }
}

async function drained(answer) {
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
}
