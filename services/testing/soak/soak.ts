import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { randomFrom } from '../../platform/audio/synth.js';
import { Database } from '../../platform/database/database.js';
import { createStorage } from '../../platform/storage/create.js';
import { drain } from '../events/drain.js';
import { audit } from './audit.js';
import { makeMaterial } from './material.js';
import { demoPeople, Ledger, Studio } from './studio.js';
import { type MemorySample, type Part, parts, SoakSystem } from './system.js';

export interface SoakSettings {
  /** How long batches are dropped; settling and the audit come after. */
  seconds: number;
  /** Share of that time, at its end, in which nothing is killed and memory is measured. */
  calm: number;
  /** Determines which processes are killed when, and what the people do, but not how the processes interleave. */
  seed: number;
}

export interface SoakReport {
  seed: number;
  kills: Record<Part, number>;
  batches: number;
  uploads: number;
  registered: number;
  releases: number;
  downloads: number;
  retries: number;
  /** Seconds between the end of the load and the last handled event. */
  settledS: number;
  /** Largest resident memory, MiB. */
  peakMib: { api: number; worker: number };
  /** Median resident memory in the second and the last quarter of the calm time, MiB. */
  calmMib: { api: [number, number]; worker: [number, number] } | null;
  /** Temporary folders that were left. */
  leftovers: number;
  problems: string[];
}

const STUDIOS = 2;
/** A job whose worker was killed is resumed after half a minute; so is the next one that waits for it. */
const SETTLE_MS = 600_000;
/** Between two kills, in milliseconds. */
const PAUSE = { shortest: 1_000, longest: 4_000 };
/** Growth beyond the normal variation of a heap. */
const GROWTH = { factor: 1.25, mib: 30 };
const MIB = 1 << 20;
/** Three minutes: the memory of a new process grows at first, so less calm time says nothing about growth. */
const CALM_SAMPLES = 720;

/**
 * Runs API, worker and database under load while each is killed at random and restarted; then checks everything that
 * was acknowledged.
 */
export async function soak({ seconds, calm, seed }: SoakSettings): Promise<SoakReport> {
  const dir = await mkdtemp(join(tmpdir(), 'lacquer-soak-'));
  // Processes that read untrusted files do not have our rights.
  await chmod(dir, 0o755);
  const material = makeMaterial(dir);
  const system = await SoakSystem.start(dir);
  const ledger = new Ledger();
  try {
    // A job whose worker is killed ten times fails for good, and the demo's recordings take longer than a worker lives here.
    await withDatabase(system, ledger, (database) => drain(database, SETTLE_MS));
    const end = performance.now() + seconds * 1000;
    const calmFrom = end - seconds * 1000 * calm;
    const work = Array.from({ length: STUDIOS }, (_, n) => {
      const people = demoPeople(system.url);
      const studio = new Studio({ url: system.url, material, ledger, people, random: randomFrom(seed * 100 + n) });
      return keepDropping(studio, n + 1, ledger, end);
    });
    await killUntil(calmFrom, system, randomFrom(seed));
    const batches = (await Promise.all(work)).reduce((sum, count) => sum + count, 0);
    const calmSamples = system.memory.filter(({ at }) => at > calmFrom && at < end);
    const calmMib = calm > 0 ? calmMemory(calmSamples) : null;
    await system.untilReady();
    const { settledS, problems } = await settle(system, ledger);
    await system.stop();
    return {
      seed,
      kills: system.kills,
      batches,
      uploads: ledger.uploads.length,
      registered: ledger.registered.size,
      releases: ledger.releases.length,
      downloads: ledger.downloads,
      retries: ledger.retries,
      settledS,
      peakMib: { api: peak(system.memory, 'api'), worker: peak(system.memory, 'worker') },
      calmMib,
      leftovers: (await readdir(system.temporary)).length,
      problems: [...problems, ...system.problems, ...(calmSamples.length < CALM_SAMPLES ? [] : growth(calmMib))],
    };
  } finally {
    await system.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Waits until every event is handled, then audits. */
async function settle(system: SoakSystem, ledger: Ledger): Promise<{ settledS: number; problems: string[] }> {
  const storage = createStorage(system.config);
  await storage.open();
  return withDatabase(system, ledger, async (database) => {
    const from = performance.now();
    await drain(database, SETTLE_MS).catch((error: Error) => ledger.problems.push(error.message));
    const settledS = (performance.now() - from) / 1000;
    return { settledS, problems: await audit(ledger, { database, storage }) };
  });
}

async function withDatabase<T>(
  system: SoakSystem,
  ledger: Ledger,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await Database.connect({
    url: system.config.databaseUrl,
    entities: [],
    poolSize: 6,
    applicationName: 'soak',
    onPoolError: (error) => ledger.problems.push(`the database broke while nobody touched it: ${error.message}`),
  });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/**
 * Returns how many batches were dropped before the end. A batch that fails is recorded as a problem, and the next one
 * follows.
 */
async function keepDropping(studio: Studio, n: number, ledger: Ledger, end: number): Promise<number> {
  let count = 0;
  while (performance.now() < end) {
    const name = `${n}-${++count}`;
    await studio.batch(name).catch((error: Error) => ledger.problems.push(`batch ${name}: ${error.message}`));
  }
  return count;
}

/** In rounds, so that a short soak kills each part; resolves at `end`, when all killed parts are restarting. */
async function killUntil(end: number, system: SoakSystem, random: () => number): Promise<void> {
  let round: Part[] = [];
  for (;;) {
    const pause = PAUSE.shortest + random() * (PAUSE.longest - PAUSE.shortest);
    if (performance.now() + pause > end) return setTimeout(Math.max(0, end - performance.now()));
    await setTimeout(pause);
    if (round.length === 0) round = [...parts];
    const [victim] = round.splice(Math.floor(random() * round.length), 1);
    if (victim) system.kill(victim);
  }
}

const peak = (samples: MemorySample[], program: 'api' | 'worker'): number =>
  Math.round(samples.reduce((most, sample) => Math.max(most, sample[program]), 0) / MIB);

/** Medians of the second and the last quarter; null if there are no samples for them. */
function calmMemory(samples: MemorySample[]): SoakReport['calmMib'] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) return null;
  const median = (program: 'api' | 'worker', from: number): number => {
    const values = samples
      .slice(from, from + quarter)
      .map((sample) => sample[program])
      .sort((a, b) => a - b);
    return Math.round((values[quarter >> 1] ?? 0) / MIB);
  };
  const both = (program: 'api' | 'worker'): [number, number] => [
    median(program, quarter),
    median(program, 3 * quarter),
  ];
  return { api: both('api'), worker: both('worker') };
}

function growth(calmMib: SoakReport['calmMib']): string[] {
  return Object.entries(calmMib ?? {})
    .filter(([, [before, after]]) => after > before * GROWTH.factor && after > before + GROWTH.mib)
    .map(([program, [before, after]]) => `the ${program} grew from ${before} to ${after} MiB while nothing was killed`);
}
