import { expect, it } from '@jest/globals';
import { DependencyUnavailableError } from '../../platform/events/handler.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { StudioShares } from './studio-shares.service.js';

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
async function begin(shares: StudioShares, audioId: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let hasBegun = () => undefined as void;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const run = shares.run({ audioId }, async () => {
    await app.database.query(`UPDATE audio SET state = 'running' WHERE id = $1`, [audioId]);
    hasBegun();
    await promise;
    await app.database.query(`UPDATE audio SET state = 'done' WHERE id = $1`, [audioId]);
  });
  await Promise.race([begun, run]);
  return { end: () => (end(), run) };
}

it('lets a studio use all slots until another studio is waiting', async () => {
  const shares = new StudioShares(app.database);
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

it.each([
  [
    'lossless version',
    async (projectId: string) => {
      const { id } = await build(app).audio({ state: 'done', losslessState: 'making' });
      await build(app).file({ projectId, audioId: id });
      return () => app.database.query(`UPDATE audio SET lossless_state = 'ready' WHERE id = $1`, [id]);
    },
  ],
  [
    'disc',
    async (projectId: string) => {
      await app.database.query(`INSERT INTO disc_images (key, project_id, disc) VALUES ($1::text, $1::uuid, 1)`, [
        projectId,
      ]);
      return () => app.database.query('DELETE FROM disc_images');
    },
  ],
] as const)('also gives way to the %s of another studio', async (_what, wait) => {
  const shares = new StudioShares(app.database);
  const [first, second] = await filesOf(2);
  const running = await begin(shares, first!);
  const { project } = await build(app).project();
  const done = await wait(project.id);
  await expect(begin(shares, second!)).rejects.toThrow(DependencyUnavailableError);
  await shares.run({ projectId: project.id }, done);
  await (await begin(shares, second!)).end();
  await running.end();
});

it('does not wait for a file that is announced and has not arrived', async () => {
  const shares = new StudioShares(app.database);
  const [first, second] = await filesOf(2);
  const running = await begin(shares, first!);
  const { project } = await build(app).project();
  const { id } = await build(app).audio({ state: 'queued' });
  await build(app).file({ projectId: project.id, audioId: id, completedAt: null });
  await (await begin(shares, second!)).end();
  await running.end();
});
