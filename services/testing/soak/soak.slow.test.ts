import { expect, it } from '@jest/globals';
import { soak } from './soak.js';

/** The load takes 20 seconds, and then everything has to settle, also on a very busy machine. */
const TIMEOUT_MS = 1_500_000;

it(
  'loses nothing and repeats nothing while worker, API and database are killed under load',
  async () => {
    const seed = Number(process.env.TEST_SOAK_SEED ?? Date.now() % 1_000_000);
    const report = await soak({ seconds: 20, calm: 0, seed });
    expect(report).toMatchObject({ seed, problems: [] });
    expect(report.releases).toBeGreaterThan(0);
    expect(report.downloads).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
