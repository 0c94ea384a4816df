import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { Quote } from './quote.entity.js';
import { QuoteActions } from './quote-actions.testing.js';
import type { QuoteView } from './quotes.schema.js';
import { QuotesService } from './quotes.service.js';

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

afterEach(() => {
  jest.restoreAllMocks();
});

const inDays = (days: number) => {
  const then = new Date(Date.now() + days * DAY_MS);
  jest.spyOn(clock, 'now').mockReturnValue(then);
};

describe('answering', () => {
  it('accepts', async () => {
    const quote = (await quotes.send()).data;
    const answer = await quotes.accept(quote);
    expect([answer.status, answer.data]).toEqual([
      200,
      { ...quote, status: 'accepted', can: { answer: false, ask: false, revise: false, follow: false } },
    ]);
    expect(await quotes.status()).toBe('quote_accepted');
    const [moved, accepted] = await quotes.lines();
    expect(accepted).toMatchObject({
      type: 'quote_accepted',
      message: 'Accepted the quote of $450.00',
      actor: { name: own.client.name },
    });
    expect(moved!.message).toBe('Status changed from Quoted to Quote accepted');
    expect((await quotes.emitted()).at(-1)).toEqual({
      event: 'quotes.answered',
      payload: { quoteId: quote.id, projectId, actorId: own.client.id, accepted: true },
    });
  });

  it('names the first of two people who decide at once to the second', async () => {
    const quote = (await quotes.send()).data;
    const second = app.as(await build(app).person(projectId, 'decides'));
    const answers = await Promise.all([client, second].map((caller) => caller.put(`/api/quotes/${quote.id}/accept`)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, code, message }) => [status, code, message])).toEqual([
      [409, 'quote_accepted', expect.stringMatching(/^(Client|Who decides) has already accepted this quote$/)],
    ]);
  });

  it('rejects with and without a reason', async () => {
    const first = (await quotes.send()).data;
    expect((await quotes.reject(first, { reason: '  Too much ' })).data).toMatchObject({
      status: 'rejected',
      rejectReason: 'Too much',
    });
    expect(await quotes.messages()).toContain('Rejected the quote of $450.00: Too much');
    expect(await quotes.status()).toBe('created');
    const second = (await quotes.revise()).data;
    expect((await quotes.reject(second)).data).toMatchObject({ status: 'rejected', rejectReason: null });
    expect(await quotes.messages()).toContain('Rejected the quote of $400.00');
  });

  it('rejects without a body as well', async () => {
    const { data: quote } = await quotes.send();
    expect(await client.call('PUT', `/api/quotes/${quote.id}/reject`)).toMatchObject({
      status: 200,
      data: { status: 'rejected', rejectReason: null },
    });
  });

  it('refuses a reason that is too long', async () => {
    const quote = (await quotes.send()).data;
    expect((await quotes.reject(quote, { reason: 'x'.repeat(1_001) })).status).toBe(400);
    expect(await quotes.versions()).toEqual([[1, 'pending', true]]);
  });

  it('given twice changes nothing and notifies no one', async () => {
    const quote = (await quotes.send()).data;
    await quotes.reject(quote, { reason: 'Too much' });
    const before = [await quotes.messages(), await quotes.emitted()];
    const again = await quotes.reject(quote, { reason: 'Still too much' });
    expect([again.status, again.data.rejectReason]).toEqual([200, 'Too much']);
    expect([await quotes.messages(), await quotes.emitted()]).toEqual(before);
  });

  it('cannot be taken back', async () => {
    const quote = (await quotes.send()).data;
    await quotes.accept(quote);
    const answer = await quotes.reject(quote);
    expect([answer.status, answer.message]).toEqual([409, 'This quote has already been accepted']);
    expect(await quotes.status()).toBe('quote_accepted');
  });

  it('is refused to the studio and to outsiders', async () => {
    const quote = (await quotes.send()).data;
    const colleague = await build(app).client({ studioId: own.studio.id });
    const accept = (q: QuoteView, who: Caller) => quotes.accept(q, who);
    for (const act of [accept, (q: QuoteView, who: Caller) => quotes.reject(q, {}, who)]) {
      expect((await act(quote, engineer)).status).toBe(403);
      for (const outsider of [colleague, foreign.client, foreign.engineer]) {
        const answer = await act(quote, app.as(outsider));
        expect([answer.status, answer.message]).toEqual([404, 'Quote not found']);
      }
      expect((await act({ ...quote, id: NOBODY }, client)).status).toBe(404);
    }
    expect(await quotes.versions()).toEqual([[1, 'pending', true]]);
  });

  it('is refused for a replaced quote', async () => {
    const first = (await quotes.send()).data;
    await quotes.revise();
    for (const answer of [await quotes.accept(first), await quotes.reject(first)]) {
      expect([answer.status, answer.message]).toEqual([409, 'This quote has been replaced by a newer version']);
    }
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'superseded', false],
    ]);
  });

  it('accepts one of two simultaneous answers and refuses the other', async () => {
    for (let round = 0; round < 5; round++) {
      const quote = (
        await (round === 0 ? quotes.send() : quotes.revise({ parentQuoteId: (await quotes.current())!.id }))
      ).data;
      const [yes, no] = await Promise.all([quotes.accept(quote), quotes.reject(quote)]);
      expect([yes.status, no.status].sort()).toEqual([200, 409]);
      const loser = yes.status === 409 ? yes : no;
      const won = yes.status === 409 ? 'rejected' : 'accepted';
      expect(loser.message).toBe(`This quote has already been ${won}`);
      expect((await quotes.current())!.status).toBe(won);
      if (won === 'accepted') break;
    }
  });

  it('and a simultaneous revision take effect in either order', async () => {
    const quote = (await quotes.send()).data;
    const [answer, revision] = await Promise.all([quotes.accept(quote), quotes.revise({ parentQuoteId: quote.id })]);
    const accepted = answer.status === 200;
    expect([answer.status, revision.status]).toEqual(accepted ? [200, 409] : [409, 201]);
    expect(await quotes.versions()).toEqual(
      accepted
        ? [[1, 'accepted', true]]
        : [
            [2, 'pending', true],
            [1, 'superseded', false],
          ],
    );
    expect(await quotes.status()).toBe(accepted ? 'quote_accepted' : 'quoted');
  });
});

describe('asking', () => {
  const ask = (caller: Caller, { id }: { id: string }, question = 'How many revisions?\nTwo?') =>
    caller.post(`/api/quotes/${id}/questions`, { question });

  it('begins a thread of the conversation, which the engineer answers', async () => {
    const quote = (await quotes.send()).data;
    const asked = await ask(client, quote);
    expect(asked.status).toBe(201);
    const about = { quoteId: quote.id, fileId: null };
    expect(asked.data).toMatchObject({ ...about, comment: 'How many revisions?\nTwo?', parentId: null });
    const answer = await engineer.post('/api/comments', { projectId, parentId: asked.data.id, comment: 'Two' });
    expect(answer.data).toMatchObject({ ...about, parentId: asked.data.id });
    expect(await quotes.messages()).toEqual(
      expect.arrayContaining(['Commented on the quote', 'Replied to a comment on the quote']),
    );
    expect((await quotes.current())!.status).toBe('pending');
  });

  it('is for the client, about a quote that is not accepted or replaced', async () => {
    const first = (await quotes.send()).data;
    expect((await ask(engineer, first)).status).toBe(403);
    expect((await ask(app.as(foreign.client), first)).status).toBe(404);
    expect((await ask(client, first, '  ')).status).toBe(400);
    const second = (await quotes.revise()).data;
    expect((await ask(client, first)).code).toBe('quote_superseded');
    await quotes.reject(second);
    expect((await ask(client, second)).status).toBe(201);
    const third = (await quotes.revise()).data;
    await quotes.accept(third);
    expect((await ask(client, third)).code).toBe('quote_accepted');
  });
});

describe('time', () => {
  it('expires a quote, even before the sweep has run', async () => {
    const quote = (await quotes.send()).data;
    inDays(31);
    expect((await quotes.current(engineer))!).toMatchObject({
      status: 'expired',
      can: { answer: false, ask: false, revise: false, follow: true },
    });
    const answer = await quotes.accept(quote);
    expect([answer.status, answer.code, answer.message]).toEqual([409, 'quote_expired', 'This quote has expired']);
    expect(await app.database.manager.findOneByOrFail(Quote, { id: quote.id })).toMatchObject({ status: 'expired' });
    expect(await quotes.status()).toBe('created');
    expect((await quotes.lines()).map(({ message, actor }) => [message, actor])).toEqual([
      ['Status changed from Quoted to Created', null],
      ['The quote of $450.00 expired', null],
      ['Status changed from Created to Quoted', expect.anything()],
      ['Sent a quote of $450.00', expect.anything()],
    ]);
  });

  it('expires unanswered quotes, once, and no others', async () => {
    await quotes.send();
    const other = await build(app).project();
    const open = await build(app).quote({ projectId: other.project.id, expiresAt: new Date(Date.now() + 90 * DAY_MS) });
    const done = await build(app).quote({ projectId: foreign.project.id, status: 'accepted' });
    const sweep = () => app.get(QuotesService).expireDue();
    await sweep();
    expect(await quotes.versions()).toEqual([[1, 'pending', true]]);
    inDays(30);
    await Promise.all([sweep(), sweep()]);
    expect(await quotes.versions()).toEqual([[1, 'expired', true]]);
    expect((await quotes.messages()).filter((message) => message.includes('expired'))).toEqual([
      'The quote of $450.00 expired',
    ]);
    for (const untouched of [open, done]) {
      expect(await app.database.manager.findOneByOrFail(Quote, { id: untouched.id })).toEqual(untouched);
    }
  });

  it('allows a new version without a parent', async () => {
    await quotes.send();
    inDays(31);
    const revision = await quotes.revise();
    expect([revision.status, revision.message]).toEqual([409, 'This quote has expired; send a new one instead']);
    expect((await quotes.send({ amount: 500 })).data).toMatchObject({
      version: 2,
      isRevision: false,
      parentQuoteId: null,
      amount: 500,
    });
    expect(await quotes.versions()).toEqual([
      [2, 'pending', true],
      [1, 'expired', false],
    ]);
    expect(await quotes.messages()).toContain('The quote of $450.00 expired');
  });
});
