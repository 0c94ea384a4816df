import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { pdfText } from '../../testing/pdf-text.js';
import { useApp } from '../../testing/use-app.js';
import type { InvoiceDraft, InvoiceView } from '../invoices/invoices.schema.js';
import { Studio } from '../studio/studio.entity.js';
import { QuoteActions } from './quote-actions.testing.js';

const { app, own } = useApp({ project: { title: 'Night Songs', status: 'preview_ready' } });
let quotes: QuoteActions;

beforeEach(() => {
  quotes = new QuoteActions(app, own);
});

const mastering = { description: 'Mastering', quantity: 10, unitCents: 4_500, ordered: 'streaming_master' };
const editing = { description: 'Editing', quantity: 2, unitCents: 1_250 };
const withLines = (lines: object[], body: object = {}) => quotes.send({ amount: undefined, lines, ...body });
const line = (given: object) => ({ description: 'Mastering', quantity: 1, unitCents: 100, ...given });

describe('a quote with lines', () => {
  it('has their sum as its amount and shows them to both sides', async () => {
    const { status, data } = await withLines([mastering, editing]);
    expect([status, data.amountCents, data.amount]).toEqual([201, 47_500, 475]);
    const stored = [
      { ...mastering, trackIds: [] },
      { ...editing, ordered: null, trackIds: [] },
    ];
    expect(data.lines).toEqual(stored);
    expect((await quotes.current())!.lines).toEqual(stored);
    expect((await quotes.history())[0]!.lines).toEqual(stored);
  });

  it('accepts the amount only when it is the sum', async () => {
    expect((await withLines([mastering], { amount: 450 })).status).toBe(201);
    const other = await withLines([mastering], { amount: 449.99, isRevision: true });
    expect([other.status, JSON.stringify(other.details)]).toEqual([
      400,
      expect.stringContaining('The amount is not the sum of the lines'),
    ]);
  });

  it('may be a bare sum, which has no lines', async () => {
    expect((await quotes.send()).data.lines).toEqual([]);
  });

  it('takes 100 lines with texts of 500 characters', async () => {
    const { status, data } = await withLines(Array.from({ length: 100 }, () => line({ description: 'ß'.repeat(500) })));
    expect([status, data.amountCents, data.lines.length]).toEqual([201, 10_000, 100]);
  });

  it.each([
    ['nothing at all', []],
    ['a quantity of 0', [line({ quantity: 0 })]],
    ['a negative quantity', [line({ quantity: -1 })]],
    ['half of a thing', [line({ quantity: 0.5 })]],
    ['a fraction of a minor unit', [line({ unitCents: 0.5 })]],
    ['a negative price', [line({}), line({ unitCents: -1 })]],
    ['a sum of 0', [line({ unitCents: 0 })]],
    ['a sum over the limit', [line({ quantity: 9_999, unitCents: 999_999_999 })]],
    ['a line without a text', [line({ description: '  ' })]],
    ['a text of 501 characters', [line({ description: 'x'.repeat(501) })]],
    ['101 lines', Array.from({ length: 101 }, () => line({}))],
    ['an unknown format', [line({ ordered: 'cassette' })]],
    ['a DDP for one track', [line({ ordered: 'ddp', trackIds: ['01900000-0000-7000-8000-00000000ffff'] })]],
  ])('refuses %s', async (_, lines) => {
    expect((await withLines(lines)).status).toBe(400);
    expect(await quotes.current()).toBe(null);
  });

  it('can order a format for some tracks, which must be of the project', async () => {
    const { track } = await build(app).track({ projectId: own.project.id });
    const { track: foreign } = await build(app).track();
    const vinyl = line({ ordered: 'vinyl_master' });
    expect((await withLines([{ ...vinyl, trackIds: [track.id, foreign.id] }])).code).toBe('unknown_track');
    const { data } = await withLines([{ ...vinyl, trackIds: [track.id, track.id] }]);
    expect(data.lines[0]!.trackIds).toEqual([track.id, track.id]);
  });

  it('is not accepted in a version that was revised meanwhile', async () => {
    const first = (await withLines([mastering])).data;
    const [, answer] = await Promise.all([
      withLines([editing], { isRevision: true, parentQuoteId: first.id }),
      quotes.accept(first),
    ]);
    const agreed = (await quotes.history()).filter(({ status }) => status === 'accepted');
    expect(agreed.map(({ amountCents }) => amountCents)).toEqual(answer.status === 200 ? [45_000] : []);
  });
});

describe('the invoice of a quote with lines', () => {
  const accept = async (lines: object[], body: object = {}) => quotes.accept((await withLines(lines, body)).data);
  const draft = async () => (await quotes.engineer.get<InvoiceDraft>(`/api/invoices/draft/${own.project.id}`)).data;
  const invoice = (amount: number) =>
    quotes.engineer.post<InvoiceView>('/api/invoices', {
      projectId: own.project.id,
      amount,
      due_date: '2999-12-31',
    });

  beforeEach(async () => {
    await build(app).file({ projectId: own.project.id });
  });

  it('has the lines, also as a document', async () => {
    await accept([mastering, editing]);
    expect((await draft()).lines.map(({ description }) => description)).toEqual(['Mastering', 'Editing']);
    const { data } = await invoice(475);
    expect(data.lines).toEqual((await quotes.current())!.lines);
    const pdf = await quotes.client.fetch(`/api/invoices/${data.id}/pdf`);
    const { text } = await pdfText(Buffer.from(await pdf.arrayBuffer()));
    for (const part of ['NightSongs', 'Mastering', '10×$45.00', '$450.00', 'Editing', '2×$12.50', 'Total', '$475.00'])
      expect(text).toContain(part);
  });

  it('fills as many pages as a hundred long lines need', async () => {
    await accept(Array.from({ length: 100 }, (_, n) => line({ description: `${n} ${'long text '.repeat(48)}` })));
    const { data } = await invoice(100);
    const pdf = await quotes.client.fetch(`/api/invoices/${data.id}/pdf`);
    const { text } = await pdfText(Buffer.from(await pdf.arrayBuffer()));
    expect(text).toContain('99longtext');
    expect(text).toContain('Page4of');
    expect(text).toContain('$100.00');
  });

  it('is a bare sum when the engineer bills another amount', async () => {
    await accept([mastering]);
    expect((await invoice(225)).data.lines).toEqual([]);
  });

  it('has the lines of everything agreed and not paid', async () => {
    await quotes.accept((await quotes.send({ amount: 100 })).data);
    await accept([editing]);
    expect((await draft()).lines).toMatchObject([
      { description: 'As agreed in quote 1', unitCents: 10_000 },
      { description: 'Editing' },
    ]);
    const first = await invoice(125);
    await quotes.engineer.put(`/api/invoices/${first.data.id}/status`, { status: 'paid' });
    await accept([mastering]);
    expect((await draft()).lines).toMatchObject([{ description: 'Mastering' }]);
  });

  it('leaves out lines in another currency than the last quote', async () => {
    await accept([mastering]);
    await app.database.manager.update(Studio, { id: own.studio.id }, { currency: 'EUR' });
    await accept([editing]);
    expect(await draft()).toMatchObject({ currency: 'EUR', amountCents: 2_500, lines: [{ description: 'Editing' }] });
  });
});
