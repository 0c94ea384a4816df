import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { commentAdded } from '../comments/comments.events.js';
import { quoteSent } from '../quotes/quotes.events.js';
import type { QuoteView } from '../quotes/quotes.schema.js';
import { NotificationMailWorker } from './notification-mail.worker.js';
import type { NotificationView } from './notifications.schema.js';

const { app, worker, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });
let projectId: string;

beforeEach(async () => {
  projectId = own.project.id;
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function news(caller: Caller) {
  await drain(app.database);
  const { data } = await caller.get<NotificationView[]>('/api/notifications');
  return data.map(({ type, message }) => [type, message]);
}
const send = async (body: object = {}) =>
  (await engineer.post<QuoteView>('/api/quotes', { projectId, amount: 450, ...body })).data;
const comment = (caller: Caller, body: object = {}) =>
  caller.post('/api/comments', { projectId, comment: 'Louder,\nplease', ...body });

describe('of a quote', () => {
  it('the client hears, and of its revision', async () => {
    await send();
    expect(await news(client)).toEqual([['new_quote', 'New quote for “Night Songs”: $450.00']]);
    await send({ amount: 1200, isRevision: true });
    expect((await news(client))[0]).toEqual(['new_quote', 'Revised quote for “Night Songs”: $1,200.00']);
    expect(await news(engineer)).toEqual([]);
  });

  it('is not sent once it was replaced', async () => {
    const { id: quoteId } = await build(app).quote({ projectId, status: 'superseded' });
    const payload = { quoteId, projectId, actorId: own.engineer.id, revised: false };
    await app.database.transaction(async (tx) => tx.emit(quoteSent, payload));
    expect(await news(client)).toEqual([]);
  });

  it('the engineer hears the answer, with its reason', async () => {
    const first = await send();
    await client.put(`/api/quotes/${first.id}/reject`, { reason: 'Too much\nfor four songs' });
    const second = await send({ amount: 300, isRevision: true });
    await drain(app.database);
    await client.put(`/api/quotes/${second.id}/accept`);
    expect(await news(engineer)).toEqual([
      ['quote_accepted', 'Client accepted the quote of $300.00 for “Night Songs”'],
      ['quote_rejected', 'Client rejected the quote of $450.00 for “Night Songs”: Too much for four songs'],
    ]);
  });
});

describe('of a comment', () => {
  it('the engineer hears, by what it is about', async () => {
    const master = await build(app).file({ projectId, originalName: '01 Ember.wav' });
    const mix = await build(app).file({ projectId, fileType: 'upload', originalName: 'mix.wav' });
    for (const body of [{}, { fileId: mix.id }, { fileId: master.id, timestampSeconds: 65 }]) {
      await comment(client, body);
      await drain(app.database);
    }
    expect(await news(engineer)).toEqual([
      ['comment_on_masters', 'Client commented on 01 Ember.wav at 1:05 in “Night Songs”: Louder, please'],
      ['project_comment', 'Client commented on mix.wav in “Night Songs”: Louder, please'],
      ['project_comment', 'Client commented in “Night Songs”: Louder, please'],
    ]);
    expect(await news(client)).toEqual([]);
  });

  it('the client hears, from whichever engineer of the studio', async () => {
    const colleague = await build(app).engineer({ studioId: own.studio.id, name: 'Second Engineer' });
    await comment(app.as(colleague), { comment: 'x'.repeat(5_000) });
    expect(await news(client)).toEqual([
      ['new_comment', `Second Engineer commented in “Night Songs”: ${'x'.repeat(199)}…`],
    ]);
    expect(await news(engineer)).toEqual([]);
  });

  it('is not sent once it was deleted', async () => {
    const { id: commentId } = await build(app).comment({ projectId });
    await client.delete(`/api/comments/${commentId}`);
    await app.database.transaction(async (tx) =>
      tx.emit(commentAdded, { commentId, projectId, actorId: own.client.id }),
    );
    expect(await news(engineer)).toEqual([]);
  });
});

describe('a burst of comments', () => {
  it('becomes one mail at once and one for all that follow, when the burst is over', async () => {
    const sending = jest.spyOn(app.platform.mailer, 'send');
    const mails = () =>
      sending.mock.calls.flatMap(([{ to, subject, text }]) =>
        to.address === own.engineer.email ? [{ subject, text }] : [],
      );
    await comment(client, { comment: 'Number 1' });
    await drain(app.database);
    for (let n = 2; n <= 30; n++) await comment(client, { comment: `Number ${n}` });
    await drain(app.database);
    expect(mails()).toHaveLength(1);

    const sweep = () => worker.get(NotificationMailWorker).sendGathered();
    await sweep();
    await drain(app.database);
    expect(mails()).toHaveLength(1);
    jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 16 * 60_000));
    await sweep();
    await drain(app.database);
    expect(mails()).toHaveLength(2);
    expect(mails()[1]).toMatchObject({ subject: expect.stringContaining('29 comments: ') });
    expect(mails()[1]!.text).toContain('Number 2\n');
    expect(mails()[1]!.text).toContain('… and 9 more.');
    await sweep();
    await drain(app.database);
    expect(mails()).toHaveLength(2);
  });
});
