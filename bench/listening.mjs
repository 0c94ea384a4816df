// Measures listening in a browser: drawing stored waveforms, scrolling past thirty of them, how soon sound starts and
// how much of it is fetched. It runs in Debian’s Chromium or the one of TEST_CHROMIUM.
//   npm run bench -- listening
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAudioFile } from '../dist/testing/audio/audio.js';
import { launchBrowser, listenAtOutputs, untilHeard } from './heard.mjs';
import { median, withProduct } from './product.mjs';

const MINUTES = 5;
const VERSIONS = 30;
const ROUNDS = 10;
const PLAYED_S = 12;
/** A preview has 256 kbit/s. */
const BYTES_A_SECOND = 32_000;
/** The player decodes AHEAD_S in advance, plus the rest of a cell at both ends. */
const BUFFER_S = 12;
/** Cells of 48 frames are fetched with four of their neighbours'. */
const OVERLAP = 52 / 48;
/** Longer than a frame and a half at 60 Hz, and one was dropped. */
const FRAME_MS = 1000 / 60;

await withProduct({}, async (product) => {
  const alone = await product.project(0);
  const [song] = await upload(product, alone, MINUTES, 1);
  const many = await product.project(0);
  await upload(product, many, 1, VERSIONS);

  const peaks = await fetch(`${product.url}/api/files/${song}/peaks`, {
    headers: { 'x-dev-user-id': product.engineer },
  });
  row(`peaks of ${MINUTES} minutes`, `${((await peaks.arrayBuffer()).byteLength / 1000).toFixed(1)} kB`, '≤ 40 kB');

  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 700 } });
    await context.addInitScript(listenAtOutputs);
    await context.request.post(`${product.url}/api/dev/sign-in`, { data: { role: 'engineer' } });
    await drawing(context, `${product.url}/app/projects/${alone}`);
    await scrolling(context, `${product.url}/app/projects/${many}`);
    await playing(context, `${product.url}/app/projects/${alone}/tracks/${song}`);
  } finally {
    await browser.close();
  }
});

/** Uploads one sound as `count` versions of a master; returns their ids once they are analysed. */
async function upload(product, projectId, minutes, count) {
  const path = join(product.dir, 'song.mp3');
  makeAudioFile(path, { format: 'mp3', sampleRateHz: 44_100, durationS: 60 * minutes });
  const bytes = await readFile(path);
  const ids = [];
  for (let n = 1; n <= count; n++) {
    const more = n === 1 ? { fileType: 'master' } : { fileType: 'revision', parentFileId: ids.at(-1) };
    const fileName = `Song v${n}.mp3`;
    const { fileId } = await product.call('POST', '/api/files/upload-url', { projectId, fileName, ...more });
    const sent = await fetch(`${product.url}/api/files/upload/${fileId}`, {
      method: 'PUT',
      headers: { 'content-type': 'audio/mpeg', 'x-dev-user-id': product.engineer },
      body: bytes,
    });
    if (!sent.ok) throw new Error(await sent.text());
    ids.push(fileId);
  }
  for (;;) {
    const files = await product.call('GET', `/api/files/project/${projectId}`);
    if (files.some(({ analysis }) => analysis.state === 'failed')) throw new Error('The song could not be analysed');
    if (files.every(({ analysis }) => analysis.state === 'done')) return ids;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Time from the click on a file's name to the frame that shows its waveform. The page has loaded its peaks already. */
async function drawing(context, projectPage) {
  const page = await context.newPage();
  await page.goto(`${projectPage}?tab=files`);
  const took = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const link = page.getByRole('link', { name: 'Song v1.mp3', exact: true });
    await link.waitFor();
    const shown = page.evaluate(untilDrawn, 'Waveform of Song v1.mp3');
    await link.click();
    const ms = await shown;
    // The first one fetches the page's script and the peaks.
    if (round > 0) took.push(ms);
    await page.getByRole('link', { name: 'Back to Files' }).click();
  }
  row('waveform drawn after a click', spread(took), '≤ 150 ms');
  await page.close();
}

async function scrolling(context, projectPage) {
  const page = await context.newPage();
  await page.goto(`${projectPage}?tab=files`);
  await page.getByRole('button', { name: `${VERSIONS - 1} earlier versions` }).click();
  await page.getByRole('img', { name: `Waveform of Song v${VERSIONS}.mp3`, exact: true }).waitFor();
  for (const times of ['as they are first seen', 'again']) {
    row(`${VERSIONS} thumbnails scrolled, ${times}`, frames(await page.evaluate(scrollThrough)), '0 dropped');
  }
  await page.getByRole('link', { name: `Song v${VERSIONS}.mp3`, exact: true }).click();
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.evaluate(untilQuiet);
  row(`${VERSIONS} full-size waveforms scrolled`, frames(await page.evaluate(scrollThrough)), '0 dropped');
  await page.close();
}

async function playing(context, trackPage) {
  const took = [];
  let [played, fetched] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage();
    let bytes = 0;
    page.on('response', (response) => {
      if (response.status() === 206) bytes += Number(response.headers()['content-length']);
    });
    await page.goto(trackPage);
    const play = page.getByRole('main').getByRole('button', { name: 'Play', exact: true });
    await play.waitFor();
    await page.evaluate(untilQuiet);
    const heard = page.evaluate(untilHeard, 'click');
    await play.click();
    took.push(await heard);
    if (round === ROUNDS - 1) {
      await page.waitForTimeout(PLAYED_S * 1000);
      await page.getByRole('main').getByRole('button', { name: 'Pause', exact: true }).click();
      const [minutes, seconds] = (await page.getByRole('timer', { name: 'Time' }).innerText())
        .split(/[ :]/)
        .map(Number);
      played = 60 * minutes + seconds;
      fetched = bytes / BYTES_A_SECOND;
    }
    await page.close();
  }
  const most = (played + BUFFER_S) * OVERLAP;
  row('sound after a click on Play', spread(took), '≤ 300 ms');
  row(`fetched when ${played} s were played`, `${fetched.toFixed(1)} s`, `≤ ${most.toFixed(1)} s`);
}

/** Runs in the page: time from the next click until a canvas of that waveform is drawn and visible. */
function untilDrawn(label) {
  return new Promise((resolve) => {
    let clickedAt = 0;
    addEventListener('click', (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
    const isPainted = (canvas) => {
      const { width, height } = canvas;
      if (width === 0 || height === 0) return false;
      const middle = canvas.getContext('2d').getImageData(0, height >> 1, width, 1).data;
      return middle.some((value) => value !== 0);
    };
    const look = () => {
      const roots = [...document.querySelectorAll(`[role=group][aria-label="${label}"] *`)].map(
        (each) => each.shadowRoot,
      );
      const canvases = roots.flatMap((root) => [...(root?.querySelectorAll('canvas') ?? [])]);
      if (!canvases.some(isPainted)) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - clickedAt));
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page: scrolls from top to bottom, a few pixels per frame; returns the duration of each frame. */
function scrollThrough() {
  return new Promise((resolve) => {
    const page = document.scrollingElement;
    page.scrollTop = 0;
    const took = [];
    let last = 0;
    const step = (now) => {
      if (last > 0) took.push(now - last);
      last = now;
      const before = page.scrollTop;
      page.scrollTop += 16;
      if (page.scrollTop === before) resolve(took);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** Runs in the page. */
function untilQuiet() {
  return new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)));
}

function spread(values) {
  return `median ${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`;
}

function frames(took) {
  const dropped = took.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  return `${took.length} frames, ${dropped} dropped, longest ${Math.max(...took).toFixed(0)} ms`;
}

function row(what, found, target) {
  console.log(`${what.padEnd(48)}${found.padEnd(44)}${target}`);
}
