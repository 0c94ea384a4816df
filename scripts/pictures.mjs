// Takes the pictures of the README and the landing page from the running product: `npm run pictures`.
// It needs a build (`npm start` once makes it) and Chromium: TEST_CHROMIUM names the executable.
//
// A separate installation in a temporary folder gets an album of synthesised songs, its masters and a client who
// comments. Run it again after a screen has changed, look at the pictures, and commit them.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { withProduct } from '../bench/product.mjs';
import { waveOf } from '../dist/features/demo/demo-songs.js';
import { root } from './prepare.mjs';

const ENGINEER = '01900000-0000-7000-8000-000000000001';
const CLIENT = '01900000-0000-7000-8000-000000000002';
const STUDIO = 'Northlight Mastering';
/** The landing page's pictures have this aspect ratio. */
const LAPTOP = { width: 1440, height: 900 };
const HEADER_BYTES = 44;
const DAY_MS = 24 * 3600_000;

const album = { title: 'Slow Weather', notes: 'Four songs: streaming first, then CD and hi-res.' };
const songs = [
  { title: 'Low Tide', seed: 7, durationS: 151 },
  { title: 'Paper Lanterns', seed: 19, durationS: 138 },
  { title: 'Fault Lines', seed: 31, durationS: 144 },
  { title: 'Glass Harbour', seed: 58, durationS: 129 },
];
const formats = [
  { label: 'Master', drive: 0.9, bits: 24, sampleRateHz: 44100 },
  { label: 'CD', drive: 0.9, bits: 16, sampleRateHz: 44100 },
  { label: 'HiRes', drive: 0.7, bits: 24, sampleRateHz: 96000 },
];
const masters = songs.flatMap(({ title, ...song }, index) =>
  formats.map(({ label, ...format }) => ({
    // The name of one file does not identify its song; only its sound does.
    name: index === 3 && label === 'Master' ? 'Bounce 0417.wav' : `0${index + 1} ${title} - ${label}.wav`,
    take: { ...song, ...format },
  })),
);

const { staging, sharing, feedback, payments, delivery } = JSON.parse(
  readFileSync(join(root, 'web/src/site/pictures/sizes.json'), 'utf8'),
);

/** Opens pages as a person and saves what they show. */
class Camera {
  constructor(browser, url) {
    this.browser = browser;
    this.url = url;
  }

  async person(role, viewport, options = {}) {
    const context = await this.browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      ...options,
    });
    await context.request.post(`${this.url}/api/dev/sign-in`, { data: { role } });
    // As in a studio's own installation, which is not in Dev Mode and has a name.
    await context.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const { data, ...json } = await response.json();
      const studio = data.studio && { ...data.studio, name: STUDIO };
      await route.fulfill({ response, json: { ...json, data: { ...data, studio, devMode: false } } });
    });
    // Playwright waits for the scripts of shared workers for ever.
    await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    const page = await context.newPage();
    return {
      page,
      goto: async (path) => {
        await page.goto(this.url + path);
        await page.waitForLoadState('networkidle');
      },
    };
  }

  /** Saves the viewport as a WebP in each width that the landing page uses. */
  async site({ page }, name, { widths }) {
    const png = await page.screenshot({ animations: 'disabled' });
    for (const each of widths)
      await writeFile(join(root, 'web/src/site/pictures', `${name}-${each}.webp`), await this.webp(png, each));
  }

  async readme({ page }, name) {
    await page.screenshot({ path: join(root, 'docs/images', `${name}.png`), animations: 'disabled', scale: 'css' });
  }

  /** Scales a PNG to this width; Chromium is the encoder. */
  async webp(png, width) {
    const page = await this.browser.newPage();
    try {
      const base64 = await page.evaluate(
        async ({ source, width }) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
          const canvas = new OffscreenCanvas(width, Math.round((image.height * width) / image.width));
          const context = canvas.getContext('2d');
          context.imageSmoothingQuality = 'high';
          context.drawImage(image, 0, 0, canvas.width, canvas.height);
          const bytes = new Uint8Array(
            await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })).arrayBuffer(),
          );
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        },
        { source: png.toString('base64'), width },
      );
      return Buffer.from(base64, 'base64');
    } finally {
      await page.close();
    }
  }
}

await withProduct({ NODE_ENV: 'development' }, async (product) => {
  const projectId = await fillStudio(product);
  const browser = await chromium.launch({ executablePath: process.env.TEST_CHROMIUM, args: ['--no-sandbox'] });
  const camera = new Camera(browser, product.url);
  try {
    await takePictures(product, camera, projectId);
  } finally {
    await browser.close();
  }
});

/** Names the people and the studio, and creates the album with its original mixes; returns the project's id. */
async function fillStudio(product) {
  await as(product, ENGINEER, 'PUT', `/api/users/${ENGINEER}/profile`, { name: 'Jonas Wirth' });
  await as(product, CLIENT, 'PUT', `/api/users/${CLIENT}/profile`, { name: 'Mara Lindqvist' });
  await product.call('PUT', '/api/studio/settings', { brandName: STUDIO });
  const [earlier] = await product.call('GET', '/api/invoices');
  await product.call('PUT', `/api/invoices/${earlier.id}/status`, { status: 'paid' });
  const { id } = await product.call('POST', '/api/projects', { ...album, clientId: CLIENT });
  await product.call('POST', `/api/tracks/projects/${id}/batch`, {
    tracks: songs.map(({ title }, index) => ({ trackNumber: index + 1, title })),
  });
  const quote = await product.call('POST', '/api/quotes', { projectId: id, amount: 480, notes: '' });
  await as(product, CLIENT, 'PUT', `/api/quotes/${quote.id}/accept`);
  for (const { title, ...song } of songs) {
    const take = { ...song, drive: 0.35, bits: 24, sampleRateHz: 44100 };
    await upload(product, CLIENT, { projectId: id, fileType: 'upload', fileName: `${title} (mix).wav` }, take);
  }
  return id;
}

async function takePictures(product, camera, projectId) {
  const project = `/app/projects/${projectId}`;

  const waves = masters.map(({ take }) => songOf(take));
  const permissions = await product.permissions(
    projectId,
    masters.map(({ name }, index) => ({
      originalName: name,
      contentType: 'audio/wav',
      sizeBytes: waves[index].length,
    })),
  );
  for (const [index, { uploadUrl, headers }] of permissions.entries())
    await send(new URL(uploadUrl, product.url), headers, waves[index]);
  await product.register(projectId, permissions);
  await product.rested();

  const engineer = await camera.person('engineer', LAPTOP);
  await engineer.goto(`${project}?tab=staging`);
  await engineer.page.getByRole('row').filter({ hasText: 'Bounce 0417.wav' }).click();
  await camera.site(engineer, 'staging', staging);
  await camera.readme(engineer, 'staging');
  await engineer.page.getByRole('button', { name: 'Auto-Assign' }).click();
  await engineer.page.getByText('Auto-Assignment Complete').waitFor();
  await assignRest(product, projectId);
  await product.call('POST', `/api/staging/projects/${projectId}/release`, {
    stagingFileIds: (await product.staged(projectId)).map(({ id }) => id),
  });
  await engineer.goto(`${project}?tab=release`);
  await camera.site(engineer, 'sharing', sharing);

  const files = await product.call('GET', `/api/files/project/${projectId}`);
  const fileOf = (name) => files.find(({ fileName }) => fileName.startsWith(name));
  const master = fileOf('02 Paper Lanterns - Master');
  const revised = await upload(
    product,
    ENGINEER,
    { projectId, fileType: 'revision', fileName: '02 Paper Lanterns - Master v2.wav', parentFileId: master.id },
    { ...songs[1], drive: 0.7, bits: 24, sampleRateHz: 44100 },
  );
  const { id: commentId } = await as(product, CLIENT, 'POST', '/api/comments', {
    projectId,
    fileId: revised,
    timestampSeconds: 62,
    comment: 'The chorus opens up now. Could the vocal come up a touch here?',
  });
  const comment = 'I took half a dB off the cymbals around it instead, so the voice stands clear.';
  await product.call('POST', '/api/comments', { projectId, comment, parentId: commentId });
  await as(product, CLIENT, 'POST', '/api/comments', {
    projectId,
    fileId: revised,
    timestampSeconds: 104,
    comment: 'Perfect fade.',
  });
  await product.rested();
  await engineer.goto(`${project}/tracks/${revised}`);
  await engineer.page.getByText('Perfect fade.').waitFor();
  await camera.readme(engineer, 'comparing');
  await engineer.page.getByText('Perfect fade.').evaluate((comment) => comment.scrollIntoView({ block: 'center' }));
  await engineer.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await camera.site(engineer, 'feedback', feedback);

  const due = new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10);
  const invoice = await product.call('POST', '/api/invoices', { projectId, amount: 480, due_date: due, notes: '' });
  await engineer.goto(`/app/invoices`);
  await camera.site(engineer, 'payments', payments);

  const phone = await camera.person('client', { width: 390, height: 844 }, { isMobile: true, hasTouch: true });
  await phone.goto('/app');
  await camera.readme(phone, 'client-home');

  await product.call('PUT', `/api/invoices/${invoice.id}/status`, { status: 'paid' });
  const client = await camera.person('client', LAPTOP);
  await client.goto(`${project}?tab=files`);
  await camera.site(client, 'delivery', delivery);
}

/** A synthesised take, with the loudness of a song's parts: a quiet beginning, verses, choruses and a fade. */
function songOf(take) {
  const wave = waveOf(take);
  const bytes = take.bits / 8;
  const samples = (wave.length - HEADER_BYTES) / bytes;
  const parts = [0.35, 0.55, 0.6, 0.95, 0.98, 0.6, 0.65, 1, 1, 0.4, 0.75, 1, 0.98, 0.5];
  const shift = take.seed % 3;
  for (let n = 0; n < samples; n++) {
    const at = (n / samples) * (parts.length - 1);
    const [from, to] = [
      parts[(Math.floor(at) + shift) % parts.length],
      parts[(Math.floor(at) + 1 + shift) % parts.length],
    ];
    // Parts begin within a tenth of their length, and the last one fades.
    const gain =
      (from + (to - from) * Math.max(0, (at % 1) * 10 - 9)) * Math.min(1, n / samples / 0.01, (1 - n / samples) / 0.06);
    const offset = HEADER_BYTES + n * bytes;
    wave.writeIntLE(Math.round(wave.readIntLE(offset, bytes) * gain), offset, bytes);
  }
  return wave;
}

/** Assigns every remaining file to its first suggestion. */
async function assignRest(product, projectId) {
  const open = (await product.staged(projectId)).filter(({ status }) => status === 'pending');
  if (open.length === 0) return;
  const assignments = open.map(({ id, assignmentSuggestions: [best] }) => ({
    fileId: id,
    trackId: best.trackId,
    slotType: best.slotType,
  }));
  await product.call('POST', `/api/staging/projects/${projectId}/assign`, { assignments });
}

async function as(product, userId, method, path, body) {
  const response = await fetch(product.url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-dev-user-id': userId },
    body: body && JSON.stringify(body),
  });
  const reply = await response.json();
  if (!reply.success) throw new Error(`${method} ${path}: ${reply.error}`);
  return reply.data;
}

/** Uploads a recording as a file of the project; returns its id. */
async function upload(product, userId, file, take) {
  const bytes = songOf(take);
  const permission = await as(product, userId, 'POST', '/api/files/upload-url', {
    ...file,
    sizeBytes: bytes.length,
    contentType: 'audio/wav',
  });
  await send(new URL(permission.uploadUrl, product.url), permission.headers, bytes);
  await as(product, userId, 'POST', `/api/files/${permission.fileId}/complete`, {});
  return permission.fileId;
}

async function send(url, headers, body) {
  const response = await fetch(url, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}
