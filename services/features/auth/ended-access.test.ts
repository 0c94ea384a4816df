import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Answer } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { User } from '../users/user.entity.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Nocturne' } });

let person: User;
beforeEach(async () => {
  person = await build(app).person(own.project.id, 'decides');
});

/** Sends requests that wait for the rows of the table, ends something, lets them go on, and returns their statuses. */
async function waitingFor(
  table: 'projects' | 'studios',
  id: string,
  send: () => Promise<Answer<unknown>>[],
  end: () => Promise<unknown>,
): Promise<number[]> {
  let sent: Promise<Answer<unknown>>[] = [];
  await app.database.transaction(async (tx) => {
    await tx.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    sent = send();
    await until('the requests wait', async () => {
      const waiting = await app.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return waiting.length === sent.length;
    });
    await end();
  });
  return (await Promise.all(sent)).map(({ status }) => status);
}

const renew = (userId: string) =>
  app.database.query('UPDATE users SET access_version = access_version + 1 WHERE id = $1', [userId]);

describe('a request that is under way when the access of its caller ends', () => {
  it('changes nothing in a project', async () => {
    const send = () => [
      client.post('/api/share-links', { projectId: own.project.id, name: 'Late', purpose: 'listening' }),
      client.post('/api/comments', { projectId: own.project.id, comment: 'Late' }),
      client.post(`/api/projects/${own.project.id}/people`, {
        name: 'Late',
        email: 'late@example.com',
        role: 'decides',
      }),
    ];
    expect(await waitingFor('projects', own.project.id, send, () => renew(own.client.id))).toEqual([401, 401, 401]);
    const made = await app.database.query(
      `SELECT 1 FROM comments WHERE project_id = $1 UNION ALL SELECT 1 FROM share_links WHERE project_id = $1
       UNION ALL SELECT 1 FROM project_people WHERE project_id = $1 AND name = 'Late'`,
      [own.project.id],
    );
    expect(made).toEqual([]);
  });

  it('changes nothing of the studio', async () => {
    const send = () => [engineer.put('/api/studio/settings', { contactEmail: 'thief@example.com' })];
    expect(await waitingFor('studios', own.studio.id, send, () => renew(own.engineer.id))).toEqual([401]);
    const [studio] = await app.database.query('SELECT contact_email AS "contactEmail" FROM studios WHERE id = $1', [
      own.studio.id,
    ]);
    expect(studio).not.toEqual({ contactEmail: 'thief@example.com' });
  });

  it.each([
    ['removed', 404, 'DELETE FROM project_people WHERE project_id = $1 AND user_id = $2'],
    ['given another role', 409, `UPDATE project_people SET role = 'listens' WHERE project_id = $1 AND user_id = $2`],
    [
      'suspended',
      404,
      `UPDATE studio_clients SET suspended_at = now()
       WHERE studio_id = (SELECT studio_id FROM projects WHERE id = $1) AND user_id = $2`,
    ],
  ])('counts as that of a person who is %s', async (_, status, sql) => {
    const send = () => [app.as(person).post('/api/comments', { projectId: own.project.id, comment: 'Late' })];
    // The row is locked by the test itself, which a deletion of other rows does not wait for.
    const end = () => app.database.query(sql, [own.project.id, person.id]);
    expect(await waitingFor('projects', own.project.id, send, end)).toEqual([status]);
  });
});

describe('many requests at once', () => {
  it('do not wait for connections that they hold themselves: invitations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        engineer.post('/api/invites', { name: `New ${at}`, email: `new-${at}-${own.studio.id}@example.com` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});
