// Measures how soon 40 files of 100 MB have suggestions on the screen after they were dropped, while none of their
// bytes are let through: the real API and worker, and Chromium (TEST_CHROMIUM).
//   npm run bench -- before-arrival
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { makeAudioFile } from '../dist/testing/audio/audio.js';
import { median, withProduct } from './product.mjs';

const FILES = 40;
const BYTES = 100e6;
const ROUNDS = 6;
const VERSIONS = ['', ' HiRes', ' CD', ' Instrumental'];

await withProduct({}, async (product) => {
  const paths = [];
  for (let index = 0; index < FILES; index++) {
    const track = 1 + Math.floor(index / VERSIONS.length);
    const name = `${String(track).padStart(2, '0')} Song ${track}${VERSIONS[index % VERSIONS.length]}.wav`;
    paths.push(await sparseWave(join(product.dir, name), index % VERSIONS.length === 1 ? 96000 : 48000));
  }
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 2400 } });
    await page.route('**/storage/**', () => undefined);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await drop(page, product, paths));
    console.log(`${FILES} files of ${BYTES / 1e6} MB dropped, ${ROUNDS} times, none of them let through\n`);
    console.log('from the drop until     first   median    worst');
    row(
      'they are announced',
      rounds.map(({ announced }) => announced),
    );
    row(
      'all have a suggestion',
      rounds.map(({ suggested }) => suggested),
    );
  } finally {
    await browser.close();
  }
});

/** Drops the files into a new project; returns the milliseconds since then, as the page counts them. */
async function drop(page, product, paths) {
  const projectId = await product.project(FILES / VERSIONS.length);
  await page.goto(`${product.url}/app/projects/${projectId}?tab=staging`);
  await page.getByText('No files in staging').waitFor();
  await page.evaluate((files) => {
    const times = (window.times = {});
    document.addEventListener('change', () => (times.dropped ??= performance.now()), { capture: true, once: true });
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll('tr[data-row]')];
      if (rows.length === files) times.announced ??= performance.now();
      const done = rows.filter((row) => row.textContent.includes('→ Track'));
      if (done.length === files) times.suggested ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, paths.length);
  await page.locator('input[type=file]').first().setInputFiles(paths);
  const times = await (await page.waitForFunction(() => window.times.suggested && window.times)).jsonValue();
  if ((await product.staged(projectId)).length > 0) throw new Error('A file has arrived');
  return { announced: times.announced - times.dropped, suggested: times.suggested - times.dropped };
}

/** A WAV file whose sound is a hole in a sparse file. */
async function sparseWave(path, sampleRateHz) {
  makeAudioFile(path, { format: 'wav', bits: 24, sampleRateHz, durationS: 1 });
  const file = await open(path, 'r+');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(BYTES - 8);
  await file.write(size, 0, 4, 4);
  size.writeUInt32LE(BYTES - 44);
  await file.write(size, 0, 4, 40);
  await file.truncate(BYTES);
  await file.close();
  return path;
}

function row(name, values) {
  const shown = [values[0], median(values.slice(1)), Math.max(...values.slice(1))];
  console.log(name.padEnd(22) + shown.map((value) => `${value.toFixed(0)} ms`.padStart(9)).join(''));
}
