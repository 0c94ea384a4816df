// Measures what a client waits for: from a mail's link to sound on a phone, from a tap to sound, the switch to another
// version, the home with 200 projects, and the JavaScript of the first screen. It runs in Debian’s Chromium or the one of
// TEST_CHROMIUM.
//   npm run bench -- client
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, devices } from 'playwright-core';
import { makeAudioFile } from '../dist/testing/audio/audio.js';
import { median, withProduct } from './product.mjs';

const ROUNDS = 7;
const PROJECTS = 200;
const SONG_S = 180;
/** Line of a phone on the road. */
const LINE = { offline: false, latency: 40, downloadThroughput: 9_000_000 / 8, uploadThroughput: 9_000_000 / 8 };
/** Loudness of the two versions of one tone: what is heard says which one it is. */
const LEVELS = { loud: -10, quiet: -25 };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const AUTOPLAY = '--autoplay-policy=no-user-gesture-required';
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = devices['iPhone 13'];

await withProduct({}, async (product) => {
  const record = await product.project(0);
  for (const name of ['Anthem', 'Ballad']) await upload(product, record, `${name}.wav`, { seed: name.length });
  const compared = await product.project(0);
  const tone = { kind: 'sine', frequencyHz: 500 };
  const parentFileId = await upload(product, compared, 'Tone.wav', { ...tone, lufs: LEVELS.loud });
  const newest = await upload(product, compared, 'Tone v2.wav', { ...tone, lufs: LEVELS.quiet }, parentFileId);
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS, AUTOPLAY],
  });
  /** Opens a window of the demo client whose cache is empty. */
  const windowOn = async (device) => {
    const context = await browser.newContext(device);
    await context.request.post(`${product.url}/api/dev/sign-in`, { data: { role: 'client' } });
    await context.addInitScript(listenAtOutputs);
    return context.newPage();
  };
  try {
    await mailToSound(windowOn, `${product.url}/app/projects/${record}`);
    await tapToSound(windowOn, `${product.url}/app/projects/${record}`);
    await switching(windowOn, `${product.url}/app/projects/${compared}/tracks/${newest}`);
    for (let n = 0; n < PROJECTS; n++) await product.project(0);
    await home(windowOn, product.url, `${product.url}/app/projects/${record}`);
  } finally {
    await browser.close();
  }
});

async function upload(product, projectId, fileName, sound, parentFileId) {
  const path = join(product.dir, 'sound.wav');
  makeAudioFile(path, { format: 'wav', sampleRateHz: 48_000, durationS: SONG_S, ...sound });
  const kind = parentFileId ? { fileType: 'revision', parentFileId } : { fileType: 'master' };
  const { fileId } = await product.call('POST', '/api/files/upload-url', { projectId, fileName, ...kind });
  const sent = await fetch(`${product.url}/api/files/upload/${fileId}`, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'x-dev-user-id': product.engineer },
    body: await readFile(path),
  });
  if (!sent.ok) throw new Error(await sent.text());
  for (;;) {
    const { analysis } = await product.call('GET', `/api/files/${fileId}`);
    if (analysis.state === 'failed') throw new Error('The sound could not be analysed');
    if (analysis.state === 'done') return fileId;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Two taps: the link of the mail, and Play as soon as it is shown. */
async function mailToSound(windowOn, link) {
  const took = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await windowOn(PHONE);
    await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', LINE);
    const began = Date.now();
    await page.goto(link, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Play all' }).tap();
    took.push((await page.evaluate(() => window.heardAt)) - began);
    await page.context().close();
  }
  row('from the mail to sound, phone, 9 Mbit/s, 40 ms', spread(took), '≤ 3,000 ms');
}

async function tapToSound(windowOn, link) {
  for (const [name, device, line] of [
    ['laptop', DESKTOP, null],
    ['phone, 9 Mbit/s, 40 ms', PHONE, LINE],
  ]) {
    const took = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await windowOn(device);
      await page.goto(link);
      await page.getByRole('button', { name: 'Play all' }).waitFor();
      await page.evaluate(untilQuiet);
      if (line) await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', line);
      await page.getByRole('button', { name: 'Play all' }).click();
      took.push(await page.evaluate(async () => (await window.heardAt) - window.clickedAt));
      await page.context().close();
    }
    row(`from a tap to sound, ${name}`, spread(took), '≤ 300 ms');
  }
}

/** Switches between the loud and the quiet version by the number keys. */
async function switching(windowOn, trackPage) {
  const [first, later] = [[], []];
  let hole = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await windowOn(DESKTOP);
    await page.goto(trackPage);
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    await page.evaluate(() => window.heardAt);
    await page.waitForTimeout(1500);
    for (const [index, key] of ['1', '2', '1', '2'].entries()) {
      await page.evaluate((louder) => void window.followSwitch(louder), key === '1');
      await page.keyboard.press(key);
      const { ms, lowest } = await page.evaluate(() => window.switched);
      (index === 0 ? first : later).push(ms);
      hole = Math.max(hole, lowest);
      await page.waitForTimeout(400);
    }
    await page.context().close();
  }
  row('first switch to another version', spread(first), '≤ 60 ms');
  row('later switches', spread(later), '≤ 60 ms');
  row('quietest moment below the quieter version', `${hole.toFixed(1)} dB`, '≤ 3 dB');
}

async function home(windowOn, url, projectPage) {
  const [calls, shown] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await windowOn(DESKTOP);
    const began = performance.now();
    const paths = ['projects/waiting', 'projects?sort=updatedAt&order=desc'];
    await Promise.all(paths.map((path) => page.context().request.get(`${url}/api/${path}`)));
    calls.push(performance.now() - began);
    await page.goto(projectPage);
    await page.getByRole('button', { name: 'Play all' }).waitFor();
    await page.evaluate(untilQuiet);
    const painted = page.evaluate(untilHome);
    await page.getByRole('link', { name: / home$/ }).click();
    shown.push(await painted);
    await page.context().close();
  }
  row(`home with ${PROJECTS} projects, its two requests`, spread(calls), '');
  row(`home with ${PROJECTS} projects, from a click to its list`, spread(shown), '≤ 300 ms');
  const page = await windowOn(DESKTOP);
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set();
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(`${url}/app`);
  await page.getByRole('region', { name: 'Waiting for you' }).waitFor();
  row('JavaScript until the home is shown', `${(bytes / 1000).toFixed(0)} kB`, '< 250 kB');
  await page.context().close();
}

/** Runs in the page: resolves with the time from the next click to the frame that shows the home. */
function untilHome() {
  return new Promise((resolve) => {
    let clickedAt = 0;
    addEventListener('click', (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
    const look = () => {
      const headings = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
      const isShown = ['Waiting for you', 'Current Projects'].every((text) => headings.includes(text));
      if (!isShown) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - clickedAt));
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page. */
function untilQuiet() {
  return new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)));
}

/** Runs in the page: listens at each output, for the first sound and for switches between a loud and a quiet version. */
function listenAtOutputs() {
  const { connect } = AudioNode.prototype;
  const analysers = new Map();
  AudioNode.prototype.connect = function (target, ...more) {
    const { context } = this;
    if (target === context.destination) {
      if (!analysers.has(context)) analysers.set(context, new AnalyserNode(context, { fftSize: 256 }));
      connect.call(this, analysers.get(context));
    }
    return connect.call(this, target, ...more);
  };
  const samples = new Float32Array(256);
  const levelDb = () => {
    let power = 0;
    for (const analyser of analysers.values()) {
      analyser.getFloatTimeDomainData(samples);
      power += samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    }
    return 10 * Math.log10(power);
  };
  addEventListener('click', () => (window.clickedAt = Date.now()), { capture: true });
  window.heardAt = new Promise((resolve) => {
    const timer = setInterval(() => {
      if (levelDb() === -Infinity) return;
      clearInterval(timer);
      resolve(Date.now());
    }, 4);
  });
  // The player stops its keys from reaching listeners that were added after its own.
  addEventListener('keydown', () => (window.pressedAt = performance.now()), { capture: true });
  /** Follows the next key until the other version is heard; they are 15 dB apart. */
  window.followSwitch = (louder) => {
    const before = levelDb();
    const middle = before + (louder ? 7.5 : -7.5);
    const quieter = louder ? before : before - 15;
    window.switched = new Promise((resolve) => {
      window.pressedAt = null;
      let lowest = 0;
      const look = () => {
        const { pressedAt } = window;
        const level = levelDb();
        if (pressedAt !== null) lowest = Math.max(lowest, quieter - level);
        const isOther = pressedAt !== null && (louder ? level > middle : level < middle);
        if (isOther) resolve({ ms: performance.now() - pressedAt, lowest });
        else setTimeout(look, 1);
      };
      look();
    });
  };
}

function spread(values) {
  return `median ${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`;
}

function row(what, found, target) {
  console.log(`${what.padEnd(52)}${found.padEnd(40)}${target}`);
}
