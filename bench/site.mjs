// Measures the public pages with Lighthouse on a simulated phone, and the JavaScript that a page and the application's
// first screen load. It runs in Debian’s Chromium or the one of TEST_CHROMIUM.
//   npm run bench -- site
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { withProduct } from './product.mjs';

/** npx fetches Lighthouse when the bench runs, because nothing else needs its two hundred packages. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PAGES = ['/', '/about', '/privacy', '/cookies'];
const PORT = 9333;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

await withProduct({}, async ({ url }) => {
  const profile = await mkdtemp(join(tmpdir(), 'lacquer-site-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS, `--remote-debugging-port=${PORT}`],
  });
  try {
    await scripts(browser, url);
    await scores(url);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
});

async function scores(url) {
  const rows = {};
  for (const path of PAGES) {
    const { stdout } = await promisify(execFile)(
      'npx',
      ['--yes', LIGHTHOUSE, url + path, `--port=${PORT}`, '--output=json', '--quiet'],
      { maxBuffer: 64 * 1024 ** 2 },
    );
    const lhr = JSON.parse(stdout);
    const of = (category) => Math.round(lhr.categories[category].score * 100);
    const failed = Object.values(lhr.audits).filter(
      ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
    );
    rows[path] = {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best practices': of('best-practices'),
      SEO: of('seo'),
      'LCP ms': Math.round(lhr.audits['largest-contentful-paint'].numericValue),
      'TBT ms': Math.round(lhr.audits['total-blocking-time'].numericValue),
      'layout shift': lhr.audits['cumulative-layout-shift'].numericValue,
    };
    for (const { id, title } of failed) console.log(`${path} ${id}: ${title}`);
  }
  console.table(rows);
}

/** Bytes of scripts fetched until a page's first screen is shown, and until its form is open. */
async function scripts(browser, url) {
  const rows = {};
  await browser.request.post(`${url}/api/dev/sign-in`, { data: { role: 'engineer' } });
  for (const path of ['/', '/app']) {
    const page = await browser.newPage();
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    const sizes = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes());
    });
    const note = async (name) => {
      const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
      rows[name] = { 'JavaScript, kB gzip': Math.round(bytes / 100) / 10 };
    };
    // Scripts that the application fetches in advance while idle do not count for its first screen.
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main').getByRole('link').first().waitFor();
    await note(path);
    if (path === '/') {
      await page.getByRole('button', { name: 'Get Started' }).click();
      await page.getByRole('dialog').waitFor();
      await note('/ with its form');
    }
    await page.close();
  }
  console.table(rows);
}
