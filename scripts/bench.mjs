// `npm run bench -- NAME [options]`: runs one benchmark; without a name it lists them. Benchmarks print one table and
// are never part of the tests. The top of each file explains its options.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** `measures` is a line for the list; `pages` means that the benchmark needs the built web pages. */
const BENCHES = {
  archives: {
    file: 'bench/archives.mjs',
    pages: true,
    measures: 'the ZIP of 4 GB beside plain downloads of its files',
  },
  audio: { file: 'bench/audio/speed.ts', measures: 'analysis of one file beside FFmpeg, in time and CPU time' },
  batch: { file: 'bench/batch.mjs', measures: '50 files in the whole product: first and last suggestion, CPU time' },
  'before-arrival': {
    file: 'bench/before-arrival.mjs',
    pages: true,
    measures: 'suggestions for 40 dropped files before any of their bytes arrive',
  },
  client: { file: 'bench/client.mjs', pages: true, measures: 'what a client waits for: sound, versions, the home' },
  ddp: { file: 'bench/ddp.mjs', measures: 'a DDP of an hour: made, downloaded, checked, compared, played' },
  'delivery-page': {
    file: 'bench/delivery-page.mjs',
    pages: true,
    measures: 'the delivery page of a record with 200 finals, and its script',
  },
  events: { file: 'bench/events.ts', measures: 'delay and throughput of events from emit to handler' },
  'first-suggestion': { file: 'bench/first-suggestion.mjs', measures: 'time from registration to first suggestion' },
  fuzz: { file: 'bench/audio/fuzz.ts', measures: 'thousands of damaged sound files: no crash, no time-out' },
  idle: { file: 'bench/idle.mjs', pages: true, measures: 'CPU time and memory while nobody uses the product' },
  listening: { file: 'bench/listening.mjs', pages: true, measures: 'what listening costs a browser' },
  load: { file: 'bench/load.mjs', pages: true, measures: 'latency of the API at a steady rate of requests' },
  music: { file: 'bench/suggest/music/music.ts', measures: 'suggestions from the sound of real songs (needs ffmpeg)' },
  'project-lists': { file: 'bench/project-lists.ts', measures: 'the projects table with 10,000 projects' },
  'storage-usage': { file: 'bench/storage-usage.ts', measures: 'the Storage page of a studio with 100,000 files' },
  site: { file: 'bench/site.mjs', pages: true, measures: 'public pages and first screen, as Lighthouse sees them' },
  soak: {
    file: 'bench/soak.mjs',
    pages: true,
    measures: 'the main job while processes are killed; nothing may be lost',
  },
  storage: { file: 'bench/storage.ts', measures: 'transfers through the disk store beside a bare server' },
  suggest: { file: 'bench/suggest/bench.ts', measures: 'suggestions on labelled batches' },
  uploads: { file: 'bench/uploads.mjs', pages: true, measures: 'transfers through the whole product' },
  workers: { file: 'bench/workers.ts', measures: 'analyses a minute with 1, 2 and 4 workers' },
};

const [name, ...options] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) {
  if (name) console.error(`There is no benchmark called ${name}.\n`);
  console.log('npm run bench -- NAME [options]\n');
  for (const [each, { measures }] of Object.entries(BENCHES)) console.log(`  ${each.padEnd(18)}${measures}`);
  process.exit(name ? 2 : 0);
}

const node = await prepare({ pages: Boolean(bench.pages) });
const hooks = bench.file.endsWith('.ts') ? ['--import', './services/testing/swc-hooks.mjs'] : [];
const { status } = spawnSync(node, [...hooks, join(root, bench.file), ...options], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
