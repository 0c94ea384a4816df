import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { manualStatuses } from '../../platform/domain-words.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import type { ActivityView } from '../activity/activity.schema.js';
import { ProjectFile } from '../files/file.entity.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { Profile } from '../users/profile.entity.js';
import { User } from '../users/user.entity.js';
import { Invoice } from './invoice.entity.js';
import type { InvoiceDraft, InvoiceView } from './invoices.schema.js';

const { app } = useApp();
let own: ProjectFixture;
let engineer: Caller;
let client: Caller;
let stranger: Caller;
let strange: Caller;
let projectId: string;

beforeAll(async () => {
  const foreign = await build(app).project();
  stranger = app.as(foreign.engineer);
  strange = app.as(foreign.client);
});

afterEach(() => void jest.restoreAllMocks());

beforeEach(async () => {
  own = await readyProject();
  projectId = own.project.id;
  engineer = app.as(own.engineer);
  client = app.as(own.client);
});

/** Its masters can be heard and its quote of 450 dollars is accepted. */
async function readyProject(given: Partial<Project> = {}): Promise<ProjectFixture> {
  const built = await build(app).project({ title: 'Night Songs', status: 'preview_ready', ...given });
  await build(app).quote({ projectId: built.project.id, status: 'accepted' });
  await build(app).file({ projectId: built.project.id });
  return built;
}

const dueDate = '2999-12-31';
const send = (body: object = {}, caller = engineer): Promise<Answer<InvoiceView>> =>
  caller.post('/api/invoices', { projectId, amount: 450, due_date: dueDate, ...body });
const setStatus = (id: string, status: string, caller = engineer): Promise<Answer<InvoiceView>> =>
  caller.put(`/api/invoices/${id}/status`, { status });
const project = () => app.database.manager.findOneByOrFail(Project, { id: projectId });
const invoices = (studioId = own.studio.id) =>
  app.database.manager.find(Invoice, { where: { studioId }, order: { number: 'ASC' } });
const messages = async () =>
  (await client.get<ActivityView[]>(`/api/projects/${projectId}/activity`)).data
    .map(({ message }) => message)
    .reverse();
const numbers = async (query = '', caller = engineer) =>
  (await caller.get<InvoiceView[]>(`/api/invoices${query}`)).data.map(({ number }) => number);

describe('sending', () => {
  it('sets the project to awaiting payment and stores payer, payee and amount', async () => {
    await app.database.manager.update(
      Studio,
      { id: own.studio.id },
      { legalName: 'Night GmbH', address: 'Street 1', taxId: 'DE1' },
    );
    const profile = { userId: own.client.id, company: 'Moon Records', address: 'Lane 2\nTown', country: 'UK' } as const;
    await app.database.manager.insert(Profile, profile);
    const answer = await send({ amount: 1234.56, notes: ' Thank you ' });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      projectId,
      number: 1,
      status: 'pending',
      amount: 1234.56,
      amountCents: 123_456,
      currency: 'USD',
      dueDate,
      notes: 'Thank you',
      projectTitle: 'Night Songs',
      clientName: 'Client',
      paidAt: null,
      paidVia: null,
      remindersPaused: false,
      can: { pay: false, setStatus: true, remind: true },
    });
    const { data } = await client.get(`/api/projects/${projectId}`);
    expect(data).toMatchObject({
      status: 'awaiting_payment',
      currentInvoiceId: answer.data.id,
      invoice_status: 'pending',
      invoice_amount: 1234.56,
      invoice_amountCents: 123_456,
      invoice_currency: 'USD',
      finalsUnlocked: false,
      invoice_id: answer.data.id,
    });
    expect(await messages()).toEqual([
      'Sent invoice #1 for $1,234.56',
      'Status changed from Preview ready to Awaiting payment',
    ]);
    const [stored] = await invoices();
    expect(stored!.issuer).toEqual({
      name: 'Night GmbH',
      email: own.engineer.email,
      address: 'Street 1',
      taxId: 'DE1',
    });
    const address = 'Moon Records\nLane 2\nTown\nUK';
    expect(stored!.recipient).toEqual({ name: 'Client', email: own.client.email, address, taxId: '' });
  });

  it.each([
    ['no quote', 'A quote must be accepted before an invoice can be created.'],
    ['a pending quote', 'A quote must be accepted before an invoice can be created.'],
    ['nothing but originals', 'Upload preview files before sending invoice'],
    ['a deleted master', 'Upload preview files before sending invoice'],
    ['an approval without a master', 'Invoice workflow not available at this stage'],
    ['an invoice', 'This project already has an invoice.'],
  ])('is refused with %s', async (what, message) => {
    const { manager } = app.database;
    if (what === 'no quote') await app.database.query('DELETE FROM quotes WHERE project_id = $1', [projectId]);
    else if (what === 'a pending quote')
      await app.database.query(`UPDATE quotes SET status = 'pending' WHERE project_id = $1`, [projectId]);
    else if (what === 'an invoice') await build(app).invoice({ projectId });
    else if (what === 'a deleted master') await manager.update(ProjectFile, { projectId }, { deletedAt: new Date() });
    else await manager.update(ProjectFile, { projectId }, { fileType: 'upload' });
    if (what === 'an approval without a master')
      await manager.update(Project, { id: projectId }, { status: 'approved' });
    const before = [await invoices(), await project()];
    const answer = await send();
    expect([answer.status, answer.message]).toEqual([409, message]);
    const draft = await engineer.get<InvoiceDraft>(`/api/invoices/draft/${projectId}`);
    expect(draft.data).toMatchObject({ allowed: false, reason: message });
    expect([await invoices(), await project()]).toEqual(before);
  });

  it.each(manualStatuses)(
    'is possible once there are masters to hear, also where the status was set to %s',
    async (status) => {
      await engineer.put(`/api/projects/${projectId}`, { status });
      const { data } = await send();
      await setStatus(data.id, 'cancelled');
      expect((await engineer.get<InvoiceDraft>(`/api/invoices/draft/${projectId}`)).data).toMatchObject({
        allowed: true,
      });
      expect((await send()).status).toBe(201);
    },
  );

  it('is offered with the quoted amount and thirty days, in the studio’s time zone', async () => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { timeZone: 'Pacific/Auckland' });
    await app.database.query(`UPDATE quotes SET currency = 'EUR', amount_cents = 12345 WHERE project_id = $1`, [
      projectId,
    ]);
    jest.spyOn(clock, 'now').mockReturnValue(new Date('2026-12-31T12:00:00Z'));
    const { data } = await engineer.get<InvoiceDraft>(`/api/invoices/draft/${projectId}`);
    expect(data).toEqual({
      allowed: true,
      reason: null,
      amount: 123.45,
      amountCents: 12_345,
      currency: 'EUR',
      lines: [],
      dueDate: '2027-01-31',
      today: '2027-01-01',
    });
    expect((await send()).data.currency).toBe('EUR');
  });

  it.each([
    [{ amount: 0 }, 400],
    [{ amount: -1 }, 400],
    [{ amount: 10.999 }, 400],
    [{ amount: 1e15 }, 400],
    [{ amount: '450' }, 400],
    [{ due_date: '2026-02-30' }, 400],
    [{ due_date: '31.12.2999' }, 400],
    [{ due_date: '2999-12-31T00:00:00Z' }, 400],
    [{ due_date: undefined }, 400],
    [{ due_date: '2020-01-01' }, 422],
    [{ notes: 'a\0' }, 400],
    [{ notes: 'x'.repeat(5_001) }, 400],
    [{ projectId: 'x' }, 400],
  ])('refuses %j', async (body, status) => {
    const answer = await send(body);
    expect([answer.status, typeof answer.message]).toEqual([status, 'string']);
    expect(await invoices()).toEqual([]);
    expect((await project()).status).toBe('preview_ready');
  });

  it('accepts today as a due date, and not yesterday, in the studio’s time zone', async () => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { timeZone: 'America/Los_Angeles' });
    jest.spyOn(clock, 'now').mockReturnValue(new Date('2026-12-01T05:00:00Z'));
    expect((await send({ due_date: '2026-11-29' })).status).toBe(422);
    expect((await send({ due_date: '2026-11-30' })).status).toBe(201);
  });

  it('is only for the engineer', async () => {
    expect((await send({}, client)).status).toBe(403);
    expect((await send({}, stranger)).status).toBe(404);
    expect((await send({}, app.anonymous)).status).toBe(401);
    expect(await invoices()).toEqual([]);
  });

  it('numbers without gaps when twenty are sent at once and half of them fail', async () => {
    const ready = await Promise.all(
      Array.from({ length: 10 }, () => readyProject({ studioId: own.studio.id, engineerId: own.engineer.id })),
    );
    const answers = await Promise.all(
      ready.flatMap(({ project: { id } }) => [
        send({ projectId: id }),
        send({ projectId: id, due_date: '2020-01-01' }),
      ]),
    );
    const made = answers.filter(({ status }) => status === 201).map(({ data }) => data.number);
    expect(made.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const another = await readyProject();
    expect((await send({ projectId: another.project.id }, app.as(another.engineer))).data.number).toBe(1);
    expect((await send()).data.number).toBe(11);
  });

  it('twice at once makes one invoice', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await invoices()).map(({ number }) => number)).toEqual([1]);
  });
});

describe('changing the status', () => {
  let id: string;
  beforeEach(async () => {
    id = (await send()).data.id;
  });

  it('to paid unlocks the project, and back locks it again', async () => {
    const paid = await setStatus(id, 'paid');
    expect(paid.data).toMatchObject({ status: 'paid', paidVia: 'hand', paidAt: expect.any(String) });
    expect(await project()).toMatchObject({ status: 'paid', invoiceStatus: 'paid' });
    expect((await client.get(`/api/projects/${projectId}`)).data.can.downloadFinals).toBe(true);

    expect((await setStatus(id, 'pending')).data).toMatchObject({ status: 'pending', paidAt: null, paidVia: null });
    expect(await project()).toMatchObject({ status: 'awaiting_payment', invoiceStatus: 'pending' });
    expect((await client.get(`/api/projects/${projectId}`)).data.can.downloadFinals).toBe(false);
    expect((await messages()).slice(2)).toEqual([
      'Marked invoice #1 as paid',
      'Status changed from Awaiting payment to Paid',
      'Set invoice #1 from paid back to pending',
      'Status changed from Paid to Awaiting payment',
    ]);
  });

  it('to cancelled allows another invoice, and then it cannot be restored', async () => {
    expect((await setStatus(id, 'cancelled')).data.status).toBe('cancelled');
    expect(await project()).toMatchObject({
      status: 'preview_ready',
      currentInvoiceId: null,
      invoiceStatus: null,
      invoiceAmountCents: null,
    });
    const second = await send({ amount: 99 });
    expect(second.data.number).toBe(2);
    const back = await setStatus(id, 'pending');
    const message = 'The final files follow invoice #2, which is newer. Cancel that one first to change this one.';
    expect([back.status, back.message]).toEqual([409, message]);
    expect(await project()).toMatchObject({ currentInvoiceId: second.data.id, invoiceAmountCents: 9_900 });
  });

  it('back from cancelled puts the invoice in its place again', async () => {
    await setStatus(id, 'cancelled');
    await setStatus(id, 'pending');
    expect(await project()).toMatchObject({
      status: 'awaiting_payment',
      currentInvoiceId: id,
      invoiceStatus: 'pending',
    });
    await setStatus(id, 'cancelled');
    await setStatus(id, 'paid');
    expect(await project()).toMatchObject({ status: 'paid', currentInvoiceId: id, invoiceStatus: 'paid' });
    await setStatus(id, 'cancelled');
    expect(await project()).toMatchObject({ status: 'preview_ready', currentInvoiceId: null, invoiceStatus: null });
  });

  it('does not change delivered and approved projects', async () => {
    for (const status of ['delivered', 'approved'] as const) {
      await engineer.put(`/api/projects/${projectId}`, { status });
      for (const next of ['paid', 'overdue', 'cancelled', 'pending']) {
        await setStatus(id, next);
        expect((await project()).status).toBe(status);
      }
    }
  });

  it('to the same one changes nothing', async () => {
    await setStatus(id, 'paid');
    const before = [await invoices(), await messages()];
    expect((await setStatus(id, 'paid')).status).toBe(200);
    expect([await invoices(), await messages()]).toEqual(before);
  });

  it('to pending is refused when the due date has passed', async () => {
    await setStatus(id, 'paid');
    await app.database.query(`UPDATE invoices SET due_date = '2026-01-31' WHERE id = $1`, [id]);
    const answer = await setStatus(id, 'pending');
    expect([answer.status, answer.message]).toEqual([409, 'The due date has passed: an open invoice is overdue.']);
    expect((await setStatus(id, 'overdue')).data.status).toBe('overdue');
    expect(await project()).toMatchObject({ status: 'awaiting_payment', invoiceStatus: 'overdue' });
  });

  it('is only for the engineer, and accepts only the four statuses', async () => {
    expect((await setStatus(id, 'paid', client)).status).toBe(403);
    expect((await setStatus(id, 'paid', stranger)).status).toBe(404);
    expect((await setStatus(id, 'paid', strange)).status).toBe(404);
    expect((await setStatus(id, 'lost')).status).toBe(400);
    expect((await setStatus('01900000-0000-7000-8000-0000000000ff', 'paid')).status).toBe(404);
    expect((await invoices())[0]!.status).toBe('pending');
  });
});

describe('reading', () => {
  it('is visible to both parties only', async () => {
    const { id } = (await send()).data;
    expect((await client.get(`/api/invoices/${id}`)).data).toMatchObject({
      id,
      can: { pay: true, setStatus: false, remind: false },
    });
    for (const caller of [stranger, strange]) {
      expect((await caller.get(`/api/invoices/${id}`)).status).toBe(404);
      expect((await caller.get(`/api/invoices/${id}/pdf`)).status).toBe(404);
      expect(await numbers('', caller)).toEqual([]);
      expect((await caller.get(`/api/invoices?projectId=${projectId}`)).data).toEqual([]);
    }
    expect((await client.get(`/api/invoices/draft/${projectId}`)).status).toBe(403);
    expect((await stranger.get(`/api/invoices/draft/${projectId}`)).status).toBe(404);
  });

  it('lists the newest first, in pages, by status, project and words', async () => {
    await app.database.manager.update(User, { id: own.client.id }, { name: 'Ada 100%' });
    for (const [index, status] of (['cancelled', 'cancelled', 'paid'] as const).entries()) {
      await build(app).invoice({ projectId, status, createdAt: new Date(Date.UTC(2026, 0, index + 1)) });
    }
    const other = await readyProject({ studioId: own.studio.id, engineerId: own.engineer.id, title: 'Other_Record' });
    await build(app).invoice({ projectId: other.project.id, createdAt: new Date(Date.UTC(2026, 1, 1)) });
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    expect(await numbers('', client)).toEqual([3, 2, 1]);
    expect(await numbers('?status=cancelled')).toEqual([2, 1]);
    expect(await numbers(`?projectId=${other.project.id}`)).toEqual([4]);
    expect(await numbers('?search=other_')).toEqual([4]);
    expect(await numbers('?search=100%25')).toEqual([3, 2, 1]);
    expect(await numbers('?search=%23' + '2')).toEqual([2]);
    const first = await engineer.get<InvoiceView[]>('/api/invoices?limit=3');
    const second = await engineer.get<InvoiceView[]>(`/api/invoices?limit=3&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(second.nextCursor).toBe(null);
  });

  it.each(['limit=0', 'status=lost', 'projectId=x', 'cursor=x', 'search=%00'])('refuses ?%s', async (query) => {
    expect((await engineer.get(`/api/invoices?${query}`)).status).toBe(400);
  });
});
