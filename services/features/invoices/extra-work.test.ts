import { beforeEach, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';

const { app } = useApp();
let engineer: Caller;
let client: Caller;
let projectId: string;

beforeEach(async () => {
  const built = await build(app).project({ status: 'preview_ready' });
  projectId = built.project.id;
  engineer = app.as(built.engineer);
  client = app.as(built.client);
  await build(app).file({ projectId });
  await agree(450);
});

/** Sends a quote, which the client accepts. */
async function agree(amount: number): Promise<void> {
  const quote = await engineer.post('/api/quotes', { projectId, amount });
  expect(quote.status).toBe(201);
  expect((await client.put(`/api/quotes/${quote.data.id}/accept`)).status).toBe(200);
}

const draft = async () => (await engineer.get(`/api/invoices/draft/${projectId}`)).data;
const invoice = (amount: number) => engineer.post('/api/invoices', { projectId, amount, due_date: '2999-12-31' });
const setStatus = (id: string, status: string) => engineer.put(`/api/invoices/${id}/status`, { status });
const project = () => app.database.manager.findOneByOrFail(Project, { id: projectId });

it('is invoiced together with the first work while nothing has been invoiced', async () => {
  await agree(100.5);
  expect(await draft()).toMatchObject({ allowed: true, amount: 550.5 });
});

it('leaves the first work to be invoiced when the client declines it', async () => {
  const extra = await engineer.post('/api/quotes', { projectId, amount: 100 });
  expect(await draft()).toMatchObject({ allowed: true, amount: 450 });
  await client.put(`/api/quotes/${extra.data.id}/reject`);
  expect(await draft()).toMatchObject({ allowed: true, amount: 450 });
});

it('gets an invoice of its own once the first one is paid', async () => {
  const first = await invoice(450);
  await agree(100);
  expect(await draft()).toMatchObject({ allowed: false });
  expect((await invoice(100)).code).toBe('invoice_exists');
  await setStatus(first.data.id, 'paid');
  expect(await draft()).toMatchObject({ allowed: true, amount: 100 });
  const second = await invoice(100);
  expect(second.status).toBe(201);
  expect(await project()).toMatchObject({ currentInvoiceId: second.data.id, invoiceStatus: 'pending', status: 'paid' });
  expect((await setStatus(first.data.id, 'cancelled')).code).toBe('invoice_exists');
  await setStatus(second.data.id, 'paid');
  expect(await draft()).toMatchObject({ allowed: false, amount: 0 });
});

it('leaves the paid invoice as the current one when its own is cancelled', async () => {
  const first = await invoice(450);
  await setStatus(first.data.id, 'paid');
  await agree(100);
  const second = await invoice(100);
  await setStatus(second.data.id, 'cancelled');
  expect(await project()).toMatchObject({ currentInvoiceId: first.data.id, invoiceStatus: 'paid', status: 'paid' });
});
