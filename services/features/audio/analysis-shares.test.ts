import { expect, it } from '@jest/globals';
import { DependencyUnavailableError } from '../../platform/events/handler.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { AnalysisShares } from './analysis-shares.js';

const { app } = useApp();

async function filesOf(count: number): Promise<string[]> {
  const { project } = await build(app).project();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await build(app).audio({ state: 'queued' });
    await build(app).file({ projectId: project.id, audioId: id });
    ids.push(id);
  }
  return ids;
}

/** An analysis that runs until `end` is called. */
async function begin(shares: AnalysisShares, audioId: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let hasBegun = () => undefined as void;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const run = shares.run(audioId, async () => {
    await app.database.query(`UPDATE audio SET state = 'running' WHERE id = $1`, [audioId]);
    hasBegun();
    await promise;
    await app.database.query(`UPDATE audio SET state = 'done' WHERE id = $1`, [audioId]);
  });
  await Promise.race([begun, run]);
  return { end: () => (end(), run) };
}

it('lets a studio use all slots until another studio is waiting', async () => {
  const shares = new AnalysisShares(app.database);
  const slow = await filesOf(3);
  const first = await begin(shares, slow[0]!);
  const second = await begin(shares, slow[1]!);
  const [other] = await filesOf(1);
  await expect(begin(shares, slow[2]!)).rejects.toThrow(DependencyUnavailableError);
  await first.end();
  await expect(begin(shares, slow[2]!)).rejects.toThrow(DependencyUnavailableError);
  await (await begin(shares, other!)).end();
  const third = await begin(shares, slow[2]!);
  await Promise.all([second.end(), third.end()]);
});

it('does not wait for a file that is announced and has not arrived', async () => {
  const shares = new AnalysisShares(app.database);
  const [first, second] = await filesOf(2);
  const running = await begin(shares, first!);
  const { project } = await build(app).project();
  const { id } = await build(app).audio({ state: 'queued' });
  await build(app).file({ projectId: project.id, audioId: id, completedAt: null });
  await (await begin(shares, second!)).end();
  await running.end();
});
