import { beforeAll, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { OverviewView } from './overview.schema.js';

const { app } = useApp();
let first: ProjectFixture;

beforeAll(async () => {
  first = await build(app).project({ title: 'Song 1' });
});

const at = (hour: number) => new Date(`2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`);

async function comment(projectId: string, userId: string, text: string, createdAt: Date): Promise<void> {
  await app.database.query(
    'INSERT INTO comments (project_id, user_id, comment, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)',
    [projectId, userId, text, createdAt],
  );
}

it('counts the clients’ new comments of every project and shows the last of the five that were written in last', async () => {
  const { studio, engineer, client } = first;
  const shared = { studioId: studio.id, engineerId: engineer.id };
  const projects = [first.project.id];
  for (let n = 2; n <= 7; n++)
    projects.push((await build(app).project({ ...shared, clientId: client.id, title: `Song ${n}` })).project.id);
  for (const [index, projectId] of projects.entries()) {
    await comment(projectId, client.id, 'Before', at(1));
    await comment(projectId, client.id, `Last of ${index + 1}`, at(2 + index));
    await comment(projectId, engineer.id, 'Reply', at(20));
  }
  const visit = (projectId: string, visitedAt: Date) =>
    app.database.query('INSERT INTO project_visits (user_id, project_id, visited_at) VALUES ($1, $2, $3)', [
      engineer.id,
      projectId,
      visitedAt,
    ]);
  await visit(projects[6]!, at(8));
  await visit(projects[5]!, at(1));

  const { data } = await app.as(engineer).get<OverviewView>('/api/projects/overview');
  expect(data.comments.count).toBe(11);
  expect(
    data.comments.items.map(({ title, comments, latest, latestAt }) => [title, comments, latest, latestAt]),
  ).toEqual([
    ['Song 6', 1, 'Last of 6', at(7).toISOString()],
    ['Song 5', 2, 'Last of 5', at(6).toISOString()],
    ['Song 4', 2, 'Last of 4', at(5).toISOString()],
    ['Song 3', 2, 'Last of 3', at(4).toISOString()],
    ['Song 2', 2, 'Last of 2', at(3).toISOString()],
  ]);
});
