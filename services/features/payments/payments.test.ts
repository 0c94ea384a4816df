import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { until } from '../../testing/until.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { paymentReverted } from '../invoices/invoices.events.js';
import type { InvoiceView } from '../invoices/invoices.schema.js';
import type { NotificationView } from '../notifications/notifications.schema.js';
import { Project } from '../projects/project.entity.js';
import type { PaymentView } from './payments.schema.js';

const { app, own, engineer, client } = useApp({
  worker: true,
  project: { title: 'Night Songs', status: 'awaiting_payment' },
});
let projectId: string;
let invoice: Invoice;

beforeEach(async () => {
  projectId = own.project.id;
  invoice = await build(app).invoice({ projectId });
});

const pay = (caller = client, body: unknown = {}): Promise<Answer<PaymentView>> =>
  caller.post(`/api/projects/${projectId}/pay`, body);
const setStatus = (status: string) => engineer.put(`/api/invoices/${invoice.id}/status`, { status });
const stored = () => app.database.manager.findOneByOrFail(Invoice, { id: invoice.id });
const status = async () => (await app.database.manager.findOneByOrFail(Project, { id: projectId })).status;
const news = async (caller: Caller) => {
  await drain(app.database);
  const { data } = await caller.get<NotificationView[]>('/api/notifications');
  return data.map(({ type, message, metadata }) => [type, message, metadata.invoiceId]);
};
const paidEvents = async () =>
  (
    await app.database.query(`SELECT FROM outbox WHERE event = 'invoices.paid' AND payload ->> 'projectId' = $1`, [
      projectId,
    ])
  ).length;

describe('paying', () => {
  it('settles the invoice, moves the project on and notifies the engineer', async () => {
    const answer = await pay();
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      invoice: { id: invoice.id, status: 'paid', paidVia: 'demo', can: { pay: false } },
      project: { id: projectId, status: 'paid', invoice_status: 'paid', can: { downloadFinals: true } },
    });
    expect(await news(engineer)).toEqual([
      ['invoice_paid', 'Client paid invoice #1 for “Night Songs”: $450.00', invoice.id],
    ]);
    expect(await news(client)).toEqual([['invoice_paid', 'Invoice #1 for “Night Songs” is paid: $450.00', invoice.id]]);
    const { data } = await engineer.get(`/api/projects/${projectId}/activity`);
    expect(data.map(({ message, actor }: any) => [message, actor?.name])).toEqual([
      ['Status changed from Awaiting payment to Paid', 'Client'],
      ['Paid invoice #1', 'Client'],
    ]);
  });

  it('needs no body', async () => {
    const response = await client.fetch(`/api/projects/${projectId}/pay`, { method: 'POST' });
    expect(response.status).toBe(200);
    expect((await stored()).status).toBe('paid');
  });

  it('is possible for overdue invoices', async () => {
    await setStatus('overdue');
    expect((await pay()).data.invoice.status).toBe('paid');
  });

  it('again changes nothing and returns the same answer', async () => {
    const first = await pay();
    const { paidAt } = await stored();
    const again = await pay();
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect((await stored()).paidAt).toEqual(paidAt);
    expect(await paidEvents()).toBe(1);
  });

  it('ten times at once happens once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay()));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => data.invoice.paidAt)).size).toBe(1);
    expect(await paidEvents()).toBe(1);
    expect(await news(engineer)).toHaveLength(1);
  });

  it('and cancelling at the same time leave a consistent state, whichever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const [paid, cancelled] = await Promise.all([pay(), setStatus('cancelled')]);
      const project = await app.database.manager.findOneByOrFail(Project, { id: projectId });
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(paid.status);
      expect((await stored()).status).toBe('cancelled');
      expect(project).toMatchObject({ status: 'preview_ready', currentInvoiceId: null, invoiceStatus: null });
      await setStatus('pending');
    }
  });

  it.each(['cancelled', 'none'])('is refused when the invoice is %s', async (what) => {
    if (what === 'cancelled') await setStatus('cancelled');
    else await app.database.manager.update(Project, { id: projectId }, { currentInvoiceId: null });
    const answer = await pay();
    expect([answer.status, answer.message]).toEqual([409, 'No invoice available for payment.']);
    expect(await paidEvents()).toBe(0);
  });

  it('is only for the client', async () => {
    const foreign = await build(app).project();
    const colleague = await build(app).client({ studioId: own.studio.id });
    const refused = await pay(engineer);
    expect([refused.status, refused.message]).toEqual([403, 'Client can pay this invoice to unlock final files.']);
    for (const outsider of [foreign.client, foreign.engineer, colleague]) {
      expect((await pay(app.as(outsider))).status).toBe(404);
    }
    expect((await pay(app.anonymous)).status).toBe(401);
    expect((await stored()).status).toBe('pending');
  });

  it.each([{ cardNumber: '4242424242424242' }, { amount: 1 }, { card: { cvv: '123' } }, [], 'card'])(
    'refuses %j: no card data may be sent',
    async (body) => {
      const answer = await pay(client, body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.json)).not.toMatch(/4242|123/);
      expect((await stored()).status).toBe('pending');
    },
  );
});

describe('finals', () => {
  const download = (caller: Caller, id: string) => caller.fetch(`/api/files/download/${id}`);

  it('unlock with the payment in every window, and the last download delivers the project', async () => {
    await build(app).quote({ projectId, status: 'accepted' });
    const files = [
      await uploadFile(engineer, { projectId, fileType: 'master', fileName: 'one.wav' }),
      await uploadFile(engineer, { projectId, fileType: 'variation', fileName: 'two.wav' }),
    ];
    await drain(app.database);
    for (const { id } of files) expect((await download(client, id)).status).toBe(402);
    const windows = await Promise.all([engineer, client].map((caller) => EventStream.open(caller)));
    await Promise.all(windows.map((stream) => stream.waitFor(({ event }) => event === 'hello')));
    await pay();
    for (const stream of windows) {
      for (const topic of ['invoices', 'projects', 'files']) {
        await stream.waitFor(({ data }) => (data as any).topic === topic && (data as any).projectId === projectId);
      }
      stream.close();
    }
    expect(await status()).toBe('paid');
    for (const { id } of files) {
      const response = await download(client, id);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    await until(status, async () => (await status()) === 'delivered');
    expect(await setStatus('pending')).toMatchObject({ status: 200, data: { isDelivered: true } });
    expect(await status()).toBe('delivered');
  });

  it('also unlock when the engineer marks the invoice as paid, and the client is notified', async () => {
    await setStatus('paid');
    expect((await client.get(`/api/projects/${projectId}`)).data.can.downloadFinals).toBe(true);
    expect(await news(client)).toEqual([['invoice_paid', 'Invoice #1 for “Night Songs” is paid: $450.00', invoice.id]]);
    expect(await news(engineer)).toEqual([]);
  });
});

describe('the client is notified', () => {
  it('of a payment that is taken back, and of an invoice that is cancelled', async () => {
    await setStatus('paid');
    await news(client);
    await setStatus('cancelled');
    // As a worker finds it that comes to the step before only now.
    const reverted = { invoiceId: invoice.id, projectId, actorId: own.engineer.id };
    await app.database.transaction(async (tx) => tx.emit(paymentReverted, reverted));
    const told = await news(client);
    expect(told.map(([, message]) => message)).toEqual([
      'Invoice #1 for “Night Songs” was cancelled: $450.00 is no longer due',
      'Invoice #1 for “Night Songs” is paid: $450.00',
    ]);
    await setStatus('paid');
    await news(client);
    await setStatus('pending');
    expect((await news(client))[0]!.slice(0, 2)).toEqual([
      'project_status_updated',
      'The payment of invoice #1 for “Night Songs” was reversed: $450.00 is due again',
    ]);
  });
});

describe('a new invoice', () => {
  it('notifies the client', async () => {
    await setStatus('cancelled');
    // Jobs run side by side: the notification about the cancelled invoice could otherwise arrive last.
    await news(client);
    await build(app).quote({ projectId, status: 'accepted' });
    await build(app).file({ projectId });
    await engineer.post('/api/invoices', { projectId, amount: 99.99, due_date: '2999-01-01' });
    const [told] = await news(client);
    expect(told!.slice(0, 2)).toEqual(['new_invoice', 'Invoice #2 for “Night Songs”: $99.99']);
  });
});

describe('when the demonstration is off', () => {
  const { app: plain, own: studio } = useApp({
    project: { status: 'awaiting_payment' },
    settings: { DEMO_PAYMENTS: '0' },
  });
  let owed: Invoice;
  const payment = () => plain.as(studio.client).post(`/api/projects/${studio.project.id}/pay`);
  const seen = async (who: { id: string }) => (await plain.as(who).get<InvoiceView>(`/api/invoices/${owed.id}`)).data;

  beforeEach(async () => {
    owed = await build(plain).invoice({ projectId: studio.project.id });
  });

  it('cannot be used to pay in the portal', async () => {
    expect((await seen(studio.client)).can.pay).toBe(false);
    const { status, code } = await payment();
    expect([status, code]).toEqual([409, 'paid_elsewhere']);
    expect((await seen(studio.client)).status).toBe('pending');
    expect((await plain.as(studio.client).get('/api/session')).data.demoPayments).toBe(false);
  });

  it('the invoice says how the studio wants to be paid', async () => {
    expect((await seen(studio.client)).paymentInstructions).toBeNull();
    await plain.as(studio.engineer).put('/api/studio/settings', { paymentInstructions: 'IBAN DE00 1234' });
    expect((await seen(studio.client)).paymentInstructions).toBe('IBAN DE00 1234');
  });

  it('the engineer’s mark unlocks the finals, and paying once more is harmless', async () => {
    await plain.as(studio.engineer).put(`/api/invoices/${owed.id}/status`, { status: 'paid' });
    const { data } = await plain.as(studio.client).get(`/api/projects/${studio.project.id}`);
    expect(data).toMatchObject({ finalsUnlocked: true, can: { downloadFinals: true } });
    expect((await payment()).status).toBe(200);
  });
});
