import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ProjectStatus } from '../../platform/domain-words.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { QuoteActions } from './quote-actions.testing.js';
import type { QuoteView } from './quotes.schema.js';

const DAY_MS = 24 * 3600_000;
const NOBODY = '01900000-0000-7000-8000-00000000ffff';

const { app, own } = useApp({ project: { title: 'Night Songs' } });
let foreign: ProjectFixture;
let quotes: QuoteActions;
let engineer: Caller;
let client: Caller;
let projectId: string;

beforeEach(async () => {
  foreign = await build(app).project();
  quotes = new QuoteActions(app, own);
  ({ engineer, client, projectId } = quotes);
});

const setStatus = (to: ProjectStatus) => app.database.manager.update(Project, { id: projectId }, { status: to });

describe('sending', () => {
  it('sends the quote to the client, valid for thirty days', async () => {
    const { status: code, data } = await quotes.send({ amount: 450.5, notes: '  Four songs\nand vinyl ' });
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
      can: { answer: false, ask: false, revise: true, follow: false },
    });
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(30 * DAY_MS - 60_000);
    expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(30 * DAY_MS);
    expect(await quotes.current()).toEqual({
      ...data,
      can: { answer: true, ask: true, revise: false, follow: false },
    });
    expect(await quotes.status()).toBe('quoted');
    expect(await quotes.messages()).toEqual(['Status changed from Created to Quoted', 'Sent a quote of $450.50']);
    expect(await quotes.emitted()).toEqual([
      { event: 'quotes.sent', payload: { quoteId: data.id, projectId, actorId: own.engineer.id, revised: false } },
    ]);
  });

  it('uses the studio’s currency, which a revision keeps, and the engineer’s expiry date', async () => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { currency: 'EUR' });
    const expiresAt = new Date(Date.now() + 5 * DAY_MS).toISOString();
    expect((await quotes.send({ expiresAt })).data).toMatchObject({ currency: 'EUR', expiresAt });
    await app.database.manager.update(Studio, { id: own.studio.id }, { currency: 'GBP' });
    expect((await quotes.revise()).data.currency).toBe('EUR');
    expect(await quotes.messages()).toContain('Sent a quote of €450.00');
  });

  it('does not change a later status', async () => {
    await setStatus('in_progress');
    await quotes.send();
    expect(await quotes.status()).toBe('in_progress');
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
    expect((await quotes.send(body)).status).toBe(400);
    expect(await quotes.current()).toBe(null);
    expect(await quotes.status()).toBe('created');
  });

  it('accepts long notes unchanged', async () => {
    const notes = 'ß'.repeat(10_000);
    expect((await quotes.send({ notes })).data.notes).toBe(notes);
  });

  it('is only possible for the project’s studio', async () => {
    expect((await client.post('/api/quotes', { projectId, amount: 1 })).status).toBe(403);
    for (const outsider of [foreign.engineer, foreign.client]) {
      const answer = await app.as(outsider).post('/api/quotes', { projectId, amount: 1 });
      expect([answer.status, answer.message]).toEqual([404, 'Project not found']);
    }
    expect((await quotes.send({ projectId: NOBODY })).status).toBe(404);
    expect(await quotes.current()).toBe(null);
  });

  it('is refused while the earlier quote is unanswered, unless it revises it', async () => {
    await quotes.send();
    const second = await quotes.send({ amount: 300 });
    expect([second.status, second.code]).toEqual([409, 'quote_pending']);
    expect(await quotes.versions()).toEqual([[1, 'pending', true]]);
  });

  it('can follow an accepted one for extra work, which does not change the agreement', async () => {
    await quotes.accept((await quotes.send()).data);
    const revision = await quotes.revise();
    expect([revision.status, revision.code]).toEqual([409, 'quote_accepted']);
    const extra = await quotes.send({ amount: 120.5 });
    expect([extra.status, extra.data.version, extra.data.isRevision]).toEqual([201, 2, false]);
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'accepted', false],
    ]);
  });

  it('can start again after a rejection', async () => {
    await quotes.reject((await quotes.send()).data);
    expect((await quotes.current(engineer))!.can).toEqual({ answer: false, ask: false, revise: true, follow: true });
    expect((await quotes.send()).data).toMatchObject({ version: 2, isRevision: false, parentQuoteId: null });
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'rejected', false],
    ]);
  });

  it('succeeds for one of two simultaneous calls', async () => {
    const answers = await Promise.all([quotes.send({ amount: 100 }), quotes.send({ amount: 200 })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await quotes.versions()).toEqual([[1, 'pending', true]]);
  });
});

describe('revising', () => {
  it('replaces a pending quote', async () => {
    const first = (await quotes.send()).data;
    const second = await quotes.revise({ notes: 'Without vinyl' });
    expect(second.data).toMatchObject({
      version: 2,
      amount: 400,
      isRevision: true,
      parentQuoteId: first.id,
      isCurrent: true,
    });
    expect(await quotes.history()).toEqual([
      expect.objectContaining({ id: second.data.id, status: 'pending' }),
      expect.objectContaining({
        id: first.id,
        status: 'superseded',
        isCurrent: false,
        can: { answer: false, ask: false, revise: false, follow: false },
      }),
    ]);
    expect(await quotes.messages()).toContain('Revised the quote to $400.00');
    expect(await quotes.status()).toBe('quoted');
    expect((await quotes.emitted()).map(({ payload }) => (payload as { revised: boolean }).revised)).toEqual([
      false,
      true,
    ]);
  });

  it('follows a rejection, which stays in the history', async () => {
    const first = (await quotes.send()).data;
    await quotes.reject(first, { reason: 'Too much' });
    expect(await quotes.status()).toBe('created');
    expect((await quotes.revise({ parentQuoteId: first.id })).data).toMatchObject({
      version: 2,
      parentQuoteId: first.id,
    });
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'rejected', false],
    ]);
    expect(await quotes.status()).toBe('quoted');
  });

  it('is implied by naming a parent', async () => {
    const first = (await quotes.send()).data;
    expect((await quotes.send({ parentQuoteId: first.id })).data).toMatchObject({ version: 2, isRevision: true });
  });

  it('requires a quote, and the one that its author has seen', async () => {
    expect((await quotes.revise()).code).toBe('no_quote');
    const first = (await quotes.send()).data;
    await quotes.revise({ parentQuoteId: first.id });
    const late = await quotes.revise({ parentQuoteId: first.id });
    expect([late.status, late.message]).toEqual([409, 'Someone else has already revised this quote']);
    expect((await quotes.revise({ parentQuoteId: NOBODY })).status).toBe(409);
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'superseded', false],
    ]);
  });

  it('succeeds for one of two simultaneous calls', async () => {
    const parentQuoteId = (await quotes.send()).data.id;
    const answers = await Promise.all([
      quotes.revise({ amount: 100, parentQuoteId }),
      quotes.revise({ amount: 200, parentQuoteId }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'superseded', false],
    ]);
  });
});

describe('reading', () => {
  it('returns one quote, the current one and all of them to both sides', async () => {
    expect(await quotes.current()).toBe(null);
    const first = (await quotes.send()).data;
    await quotes.revise();
    expect((await client.get<QuoteView>(`/api/quotes/${first.id}`)).data).toMatchObject({
      id: first.id,
      status: 'superseded',
    });
    const path = `/api/quotes/history/${projectId}`;
    const page = await engineer.get<QuoteView[]>(`${path}?limit=1`);
    const rest = await engineer.get<QuoteView[]>(`${path}?limit=1&cursor=${page.nextCursor}`);
    expect([...page.data, ...rest.data].map(({ version }) => version)).toEqual([2, 1]);
    expect(rest.nextCursor).toBe(null);
  });

  it('is refused to outsiders', async () => {
    const { id } = (await quotes.send()).data;
    for (const path of [`/api/quotes/${id}`, `/api/quotes/current/${projectId}`, `/api/quotes/history/${projectId}`]) {
      for (const outsider of [foreign.client, foreign.engineer])
        expect((await app.as(outsider).get(path)).status).toBe(404);
      expect((await app.anonymous.get(path)).status).toBe(401);
    }
  });

  it('notifies both sides’ browsers when something changes', async () => {
    const streams = await Promise.all([client, engineer].map((caller) => EventStream.open(caller)));
    await Promise.all(streams.map((stream) => stream.waitFor(({ event }) => event === 'hello')));
    await quotes.send();
    for (const stream of streams) {
      const { data } = await stream.waitFor((event) => (event.data as { topic?: string }).topic === 'quotes');
      expect(data).toMatchObject({ projectId });
      stream.close();
    }
  });
});
