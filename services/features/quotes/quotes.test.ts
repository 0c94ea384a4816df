import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { build, type Built } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { EventStream } from '../../testing/event-stream.js';
import { Project } from '../projects/project.entity.js';
import type { ProjectStatus } from '../projects/project-status.js';
import { Studio } from '../studio/studio.entity.js';
import { Quote } from './quote.entity.js';
import type { QuoteView } from './quotes.schema.js';
import { QuotesService } from './quotes.service.js';

const DAY_MS = 24 * 3600_000;
const NOBODY = '01900000-0000-7000-8000-00000000ffff';

let app: TestApp;
let own: Built;
let foreign: Built;
let engineer: Caller;
let client: Caller;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  own = await build(app).project({ title: 'Night Songs' });
  foreign = await build(app).project();
  engineer = app.as(own.engineer);
  client = app.as(own.client);
  projectId = own.project.id;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const inDays = (days: number) => {
  const then = new Date(Date.now() + days * DAY_MS);
  jest.spyOn(clock, 'now').mockReturnValue(then);
};
const send = (body: object = {}): Promise<Answer<QuoteView>> => engineer.post('/api/quotes', { projectId, amount: 450, ...body });
const revise = (body: object = {}) => send({ amount: 400, isRevision: true, ...body });
const accept = (quote: { id: string }, caller = client) => caller.put<QuoteView>(`/api/quotes/${quote.id}/accept`);
const reject = (quote: { id: string }, body: object = {}, caller = client) =>
  caller.put<QuoteView>(`/api/quotes/${quote.id}/reject`, body);
const current = async (caller = client) => (await caller.get<QuoteView | null>(`/api/quotes/current/${projectId}`)).data;
const history = async () => (await client.get<QuoteView[]>(`/api/quotes/history/${projectId}`)).data;
const versions = async () => (await history()).map(({ version, status, isCurrent }) => [version, status, isCurrent]);
const status = async () => (await app.database.manager.findOneByOrFail(Project, { id: projectId })).status;
const setStatus = (to: ProjectStatus) => app.database.manager.update(Project, { id: projectId }, { status: to });
const lines = async () =>
  (await client.get<{ type: string; message: string; actor: { name: string } | null }[]>(`/api/projects/${projectId}/activity`)).data;
const messages = async () => (await lines()).map(({ message }) => message);
const emitted = () =>
  app.database.query<{ event: string; payload: object }>(
    `SELECT event, payload FROM outbox WHERE event LIKE 'quotes.%' AND payload->>'projectId' = $1 ORDER BY id`,
    [projectId],
  );

describe('sending', () => {
  it('offers the project to its client, for thirty days', async () => {
    const { status: code, data } = await send({ amount: 450.5, notes: '  Four songs\nand vinyl ' });
    expect(code).toBe(201);
    expect(data).toMatchObject({
      projectId,
      version: 1,
      status: 'pending',
      isCurrent: true,
      amount: 450.5,
      amountCents: 45_050,
      currency: 'USD',
      notes: 'Four songs\nand vinyl',
      isRevision: false,
      parentQuoteId: null,
      rejectReason: null,
      can: { answer: false, revise: true, follow: false },
    });
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(30 * DAY_MS - 60_000);
    expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(30 * DAY_MS);
    expect(await current()).toEqual({ ...data, can: { answer: true, revise: false, follow: false } });
    expect(await status()).toBe('quoted');
    expect(await messages()).toEqual(['Status changed from Created to Quoted', 'Sent a quote of $450.50']);
    expect(await emitted()).toEqual([
      { event: 'quotes.sent', payload: { quoteId: data.id, projectId, actorId: own.engineer.id, revised: false } },
    ]);
  });

  it('is in the studio’s currency and ends when the engineer says', async () => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { currency: 'EUR' });
    const expiresAt = new Date(Date.now() + 5 * DAY_MS).toISOString();
    expect((await send({ expiresAt })).data).toMatchObject({ currency: 'EUR', expiresAt });
    expect(await messages()).toContain('Sent a quote of €450.00');
  });

  it('leaves a status alone that is further on', async () => {
    await setStatus('in_progress');
    await send();
    expect(await status()).toBe('in_progress');
  });

  it.each([
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -5 }],
    ['three decimals', { amount: 9.999 }],
    ['more than there is', { amount: 1e15 }],
    ['an amount that is no number', { amount: '450' }],
    ['no amount', { amount: null }],
    ['NaN as text', { amount: 'NaN' }],
    ['a project that is no id', { projectId: '7' }],
    ['notes without end', { notes: 'x'.repeat(10_001) }],
    ['notes with NUL', { notes: 'a\u0000b' }],
    ['an end that is no time', { expiresAt: 'tomorrow' }],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['a parent that is no id', { parentQuoteId: 'first' }],
  ])('refuses %s', async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await current()).toBe(null);
    expect(await status()).toBe('created');
  });

  it('takes long notes as they are', async () => {
    const notes = 'ß'.repeat(10_000);
    expect((await send({ notes })).data.notes).toBe(notes);
  });

  it('is for the project’s studio', async () => {
    expect((await client.post('/api/quotes', { projectId, amount: 1 })).status).toBe(403);
    for (const outsider of [foreign.engineer, foreign.client]) {
      const answer = await app.as(outsider).post('/api/quotes', { projectId, amount: 1 });
      expect([answer.status, answer.message]).toEqual([404, 'Project not found']);
    }
    expect((await send({ projectId: NOBODY })).status).toBe(404);
    expect(await current()).toBe(null);
  });

  it('waits for the answer to the one before, unless it revises it', async () => {
    await send();
    const second = await send({ amount: 300 });
    expect([second.status, second.code]).toEqual([409, 'quote_pending']);
    expect(await versions()).toEqual([[1, 'pending', true]]);
  });

  it('ends with the agreement: what was accepted is neither replaced nor revised', async () => {
    await accept((await send()).data);
    for (const answer of [await send(), await revise()]) expect([answer.status, answer.code]).toEqual([409, 'quote_accepted']);
    expect(await versions()).toEqual([[1, 'accepted', true]]);
  });

  it('can start afresh after a rejection', async () => {
    await reject((await send()).data);
    expect((await current(engineer))!.can).toEqual({ answer: false, revise: true, follow: true });
    expect((await send()).data).toMatchObject({ version: 2, isRevision: false, parentQuoteId: null });
    expect(await versions()).toEqual([[2, 'pending', true], [1, 'rejected', false]]);
  });

  it('of two at the same time takes one', async () => {
    const answers = await Promise.all([send({ amount: 100 }), send({ amount: 200 })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await versions()).toEqual([[1, 'pending', true]]);
  });
});

describe('revising', () => {
  it('takes the place of a pending quote', async () => {
    const first = (await send()).data;
    const second = await revise({ notes: 'Without vinyl' });
    expect(second.data).toMatchObject({ version: 2, amount: 400, isRevision: true, parentQuoteId: first.id, isCurrent: true });
    expect(await history()).toEqual([
      expect.objectContaining({ id: second.data.id, status: 'pending' }),
      expect.objectContaining({ id: first.id, status: 'superseded', isCurrent: false, can: { answer: false, revise: false, follow: false } }),
    ]);
    expect(await messages()).toContain('Revised the quote to $400.00');
    expect(await status()).toBe('quoted');
    expect((await emitted()).map(({ payload }) => (payload as { revised: boolean }).revised)).toEqual([false, true]);
  });

  it('answers a rejection, which stays in the history', async () => {
    const first = (await send()).data;
    await reject(first, { reason: 'Too much' });
    expect(await status()).toBe('created');
    expect((await revise({ parentQuoteId: first.id })).data).toMatchObject({ version: 2, parentQuoteId: first.id });
    expect(await versions()).toEqual([[2, 'pending', true], [1, 'rejected', false]]);
    expect(await status()).toBe('quoted');
  });

  it('is what naming a parent means', async () => {
    const first = (await send()).data;
    expect((await send({ parentQuoteId: first.id })).data).toMatchObject({ version: 2, isRevision: true });
  });

  it('needs a quote, and the one that its author has seen', async () => {
    expect((await revise()).code).toBe('no_quote');
    const first = (await send()).data;
    await revise({ parentQuoteId: first.id });
    const late = await revise({ parentQuoteId: first.id });
    expect([late.status, late.message]).toEqual([409, 'Someone else has already revised this quote']);
    expect((await revise({ parentQuoteId: NOBODY })).status).toBe(409);
    expect(await versions()).toEqual([[2, 'pending', true], [1, 'superseded', false]]);
  });

  it('of two at the same time takes one', async () => {
    const parentQuoteId = (await send()).data.id;
    const answers = await Promise.all([revise({ amount: 100, parentQuoteId }), revise({ amount: 200, parentQuoteId })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await versions()).toEqual([[2, 'pending', true], [1, 'superseded', false]]);
  });
});

describe('answering', () => {
  it('accepts', async () => {
    const quote = (await send()).data;
    const answer = await accept(quote);
    expect([answer.status, answer.data]).toEqual([
      200,
      { ...quote, status: 'accepted', can: { answer: false, revise: false, follow: false } },
    ]);
    expect(await status()).toBe('quote_accepted');
    const [moved, accepted] = await lines();
    expect(accepted).toMatchObject({ type: 'quote_accepted', message: 'Accepted the quote of $450.00', actor: { name: own.client.name } });
    expect(moved!.message).toBe('Status changed from Quoted to Quote Accepted');
    expect((await emitted()).at(-1)).toEqual({
      event: 'quotes.answered',
      payload: { quoteId: quote.id, projectId, actorId: own.client.id, accepted: true },
    });
  });

  it('rejects with a reason or without', async () => {
    const first = (await send()).data;
    expect((await reject(first, { reason: '  Too much ' })).data).toMatchObject({ status: 'rejected', rejectReason: 'Too much' });
    expect(await messages()).toContain('Rejected the quote of $450.00: Too much');
    expect(await status()).toBe('created');
    const second = (await revise()).data;
    expect((await reject(second)).data).toMatchObject({ status: 'rejected', rejectReason: null });
    expect(await messages()).toContain('Rejected the quote of $400.00');
  });

  it('rejects without a body as well', async () => {
    const { data: quote } = await send();
    expect(await client.call('PUT', `/api/quotes/${quote.id}/reject`)).toMatchObject({ status: 200, data: { status: 'rejected', rejectReason: null } });
  });

  it('refuses a reason without end', async () => {
    const quote = (await send()).data;
    expect((await reject(quote, { reason: 'x'.repeat(1_001) })).status).toBe(400);
    expect(await versions()).toEqual([[1, 'pending', true]]);
  });

  it('twice the same changes nothing and tells nobody', async () => {
    const quote = (await send()).data;
    await reject(quote, { reason: 'Too much' });
    const before = [await messages(), await emitted()];
    const again = await reject(quote, { reason: 'Still too much' });
    expect([again.status, again.data.rejectReason]).toEqual([200, 'Too much']);
    expect([await messages(), await emitted()]).toEqual(before);
  });

  it('cannot be taken back', async () => {
    const quote = (await send()).data;
    await accept(quote);
    const answer = await reject(quote);
    expect([answer.status, answer.message]).toEqual([409, 'This quote has already been accepted']);
    expect(await status()).toBe('quote_accepted');
  });

  it('is not for the studio, nor for outsiders', async () => {
    const quote = (await send()).data;
    const colleague = await build(app).client({ studioId: own.studio.id });
    for (const act of [accept, (q: QuoteView, who: Caller) => reject(q, {}, who)]) {
      expect((await act(quote, engineer)).status).toBe(403);
      for (const outsider of [colleague, foreign.client, foreign.engineer]) {
        const answer = await act(quote, app.as(outsider));
        expect([answer.status, answer.message]).toEqual([404, 'Quote not found']);
      }
      expect((await act({ ...quote, id: NOBODY }, client)).status).toBe(404);
    }
    expect(await versions()).toEqual([[1, 'pending', true]]);
  });

  it('is not for a quote that was replaced', async () => {
    const first = (await send()).data;
    await revise();
    for (const answer of [await accept(first), await reject(first)]) {
      expect([answer.status, answer.message]).toEqual([409, 'This quote has been replaced by a newer version']);
    }
    expect(await versions()).toEqual([[2, 'pending', true], [1, 'superseded', false]]);
  });

  it('of two at the same time takes one, and tells the other', async () => {
    for (let round = 0; round < 5; round++) {
      const quote = (await (round === 0 ? send() : revise({ parentQuoteId: (await current())!.id }))).data;
      const [yes, no] = await Promise.all([accept(quote), reject(quote)]);
      expect([yes.status, no.status].sort()).toEqual([200, 409]);
      const loser = yes.status === 409 ? yes : no;
      const won = yes.status === 409 ? 'rejected' : 'accepted';
      expect(loser.message).toBe(`This quote has already been ${won}`);
      expect((await current())!.status).toBe(won);
      if (won === 'accepted') break;
    }
  });

  it('meets a revision at the same time in one order or the other', async () => {
    const quote = (await send()).data;
    const [answer, revision] = await Promise.all([accept(quote), revise({ parentQuoteId: quote.id })]);
    const accepted = answer.status === 200;
    expect([answer.status, revision.status]).toEqual(accepted ? [200, 409] : [409, 201]);
    expect(await versions()).toEqual(
      accepted ? [[1, 'accepted', true]] : [[2, 'pending', true], [1, 'superseded', false]],
    );
    expect(await status()).toBe(accepted ? 'quote_accepted' : 'quoted');
  });
});

describe('time', () => {
  it('ends a quote, also before the sweep has come by', async () => {
    const quote = (await send()).data;
    inDays(31);
    expect((await current(engineer))!).toMatchObject({ status: 'expired', can: { answer: false, revise: false, follow: true } });
    const answer = await accept(quote);
    expect([answer.status, answer.code, answer.message]).toEqual([409, 'quote_expired', 'This quote has expired']);
    expect(await app.database.manager.findOneByOrFail(Quote, { id: quote.id })).toMatchObject({ status: 'expired' });
    expect(await status()).toBe('created');
    expect((await lines()).map(({ message, actor }) => [message, actor])).toEqual([
      ['Status changed from Quoted to Created', null],
      ['The quote of $450.00 expired', null],
      ['Status changed from Created to Quoted', expect.anything()],
      ['Sent a quote of $450.00', expect.anything()],
    ]);
  });

  it('ends what nobody answered, once, and nothing else', async () => {
    await send();
    const other = await build(app).project();
    const open = await build(app).quote({ projectId: other.project.id, expiresAt: new Date(Date.now() + 90 * DAY_MS) });
    const done = await build(app).quote({ projectId: foreign.project.id, status: 'accepted' });
    const sweep = () => app.get(QuotesService).expireDue();
    await sweep();
    expect(await versions()).toEqual([[1, 'pending', true]]);
    inDays(30);
    await Promise.all([sweep(), sweep()]);
    expect(await versions()).toEqual([[1, 'expired', true]]);
    expect((await messages()).filter((message) => message.includes('expired'))).toEqual(['The quote of $450.00 expired']);
    for (const untouched of [open, done]) {
      expect(await app.database.manager.findOneByOrFail(Quote, { id: untouched.id })).toEqual(untouched);
    }
  });

  it('lets a new version without a parent follow', async () => {
    await send();
    inDays(31);
    const revision = await revise();
    expect([revision.status, revision.message]).toEqual([409, 'This quote has expired; send a new one instead']);
    expect((await send({ amount: 500 })).data).toMatchObject({ version: 2, isRevision: false, parentQuoteId: null, amount: 500 });
    expect(await versions()).toEqual([[2, 'pending', true], [1, 'expired', false]]);
    expect(await messages()).toContain('The quote of $450.00 expired');
  });
});

describe('reading', () => {
  it('finds one, the current one and all, for both sides alike', async () => {
    expect(await current()).toBe(null);
    const first = (await send()).data;
    await revise();
    expect((await client.get<QuoteView>(`/api/quotes/${first.id}`)).data).toMatchObject({ id: first.id, status: 'superseded' });
    const path = `/api/quotes/history/${projectId}`;
    const page = await engineer.get<QuoteView[]>(`${path}?limit=1`);
    const rest = await engineer.get<QuoteView[]>(`${path}?limit=1&cursor=${page.nextCursor}`);
    expect([...page.data, ...rest.data].map(({ version }) => version)).toEqual([2, 1]);
    expect(rest.nextCursor).toBe(null);
  });

  it('is closed to outsiders', async () => {
    const { id } = (await send()).data;
    for (const path of [`/api/quotes/${id}`, `/api/quotes/current/${projectId}`, `/api/quotes/history/${projectId}`]) {
      for (const outsider of [foreign.client, foreign.engineer]) expect((await app.as(outsider).get(path)).status).toBe(404);
      expect((await app.anonymous.get(path)).status).toBe(401);
    }
  });

  it('is told to both sides’ browsers when something changes', async () => {
    const streams = await Promise.all([client, engineer].map((caller) => EventStream.open(caller)));
    await Promise.all(streams.map((stream) => stream.waitFor(({ event }) => event === 'hello')));
    await send();
    for (const stream of streams) {
      const { data } = await stream.waitFor((event) => (event.data as { topic?: string }).topic === 'quotes');
      expect(data).toMatchObject({ projectId });
      stream.close();
    }
  });
});
