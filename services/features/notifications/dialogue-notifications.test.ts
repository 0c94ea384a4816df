import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import type { ProjectRole } from '../../platform/domain-words.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { EventStream, type StreamedEvent } from '../../testing/events/event-stream.js';
import { useApp } from '../../testing/use-app.js';
import { commentAdded } from '../comments/comments.events.js';
import type { WaitingView } from '../overview/waiting.schema.js';
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
  it('the client is notified, and of its revision', async () => {
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

  it('the engineer is notified of the answer, with its reason', async () => {
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

describe('of one person’s answer to a quote', () => {
  const join = async (role: ProjectRole) => app.as(await build(app).person(projectId, role, { name: `Who ${role}` }));
  const step = async (caller: Caller) =>
    (await caller.get<WaitingView>('/api/projects/waiting')).data.steps.map((each) => each.step);

  it.each([
    ['accept', {}, 'send_mixes', ['quote_accepted', 'Who decides accepted the quote of $450.00 for “Night Songs”']],
    [
      'reject',
      { reason: 'Too much' },
      'wait_for_quote',
      ['quote_rejected', 'Who decides rejected the quote of $450.00 for “Night Songs”: Too much'],
    ],
  ])('the others who decide are notified (%s), and no one who may not see money', async (verb, body, next, told) => {
    const [decider, commenter, listener] = await Promise.all([join('decides'), join('comments'), join('listens')]);
    const isAboutQuotes = ({ data }: StreamedEvent) => (data as { topic?: string }).topic === 'quotes';
    const home = await EventStream.open(client);
    const { id } = await send();
    await home.waitFor(isAboutQuotes);
    await drain(app.database);
    expect(await step(client)).toEqual(['read_quote']);
    const before = home.events.length;
    const sending = jest.spyOn(app.platform.mailer, 'send');

    expect((await decider.put(`/api/quotes/${id}/${verb}`, body)).status).toBe(200);
    await home.waitFor((event) => isAboutQuotes(event) && home.events.indexOf(event) >= before);
    home.close();
    expect(await step(client)).toEqual([next]);
    const quote = ['new_quote', 'New quote for “Night Songs”: $450.00'];
    expect(await news(client)).toEqual([told, quote]);
    expect(await news(engineer)).toEqual([told]);
    expect(await news(decider)).toEqual([quote]);
    expect([await news(commenter), await news(listener)]).toEqual([[], []]);
    const mails = sending.mock.calls.map(([{ to, subject }]) => [to.address, subject]);
    expect(mails.sort()).toEqual([own.client.email, own.engineer.email].map((to) => [to, told[1]]).sort());
  });
});

describe('of a comment', () => {
  it('the engineer is notified, with the subject of the comment', async () => {
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

  it('the client is notified, whichever engineer of the studio wrote it', async () => {
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

describe('a request for changes', () => {
  it('is mailed immediately, while comments before and after it wait, and none is lost or mailed twice', async () => {
    const sending = jest.spyOn(app.platform.mailer, 'send');
    const mails = () =>
      sending.mock.calls.flatMap(([{ to, subject }]) => (to.address === own.engineer.email ? [subject] : []));
    const files = [];
    for (const title of ['Ember', 'Ash', 'Coal']) {
      const { id: audioId } = await build(app).audio({ sha256: 'ab'.repeat(32) });
      files.push(await build(app).file({ projectId, audioId, originalName: `${title}.wav` }));
    }
    const ask = async ({ id }: { id: string }) => {
      const asked = await client.put(`/api/files/${id}/approval`, { verdict: 'changes_requested', note: 'Less bass' });
      expect(asked.status).toBe(200);
    };
    const sweepAfter = async (minutes: number) => {
      jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + minutes * 60_000));
      await worker.get(NotificationMailWorker).sendGathered();
      await drain(app.database);
    };
    const first = 'Client commented in “Night Songs”: Number 1';
    const request = (title: string) => `Client asked for changes to ${title}.wav in “Night Songs”: Less bass`;
    for (const n of [1, 2]) {
      await comment(client, { comment: `Number ${n}` });
      await drain(app.database);
    }
    await ask(files[0]!);
    await drain(app.database);
    expect(mails()).toEqual([first, request('Ember')]);

    await ask(files[1]!);
    await ask(files[2]!);
    await drain(app.database);
    await sweepAfter(1.5);
    expect(mails()).toHaveLength(2);
    await sweepAfter(2.5);
    expect(mails().slice(2)).toEqual([`2 comments: ${request('Ash')}`]);
    await sweepAfter(20);
    expect(mails().slice(3)).toEqual(['Client commented in “Night Songs”: Number 2']);
    await sweepAfter(60);
    expect(mails()).toHaveLength(4);
  });
});
