import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { WaitingView } from './waiting.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });

const waiting = async () => (await client.get<WaitingView>('/api/projects/waiting')).data;
const nothing = { quotes: [], invoices: [], previews: [] };

it('is empty in a new project, and hidden from others', async () => {
  expect(await waiting()).toEqual(nothing);
  expect((await engineer.get('/api/projects/waiting')).status).toBe(403);
  await build(app).quote({ projectId: (await build(app).project()).project.id });
  expect(await waiting()).toEqual(nothing);
});

it.each(['created', 'in_progress', 'awaiting_revision', 'approved', 'delivered'])(
  'is the quote until it is answered, also when the status was set to %s',
  async (status) => {
    const { id: projectId } = own.project;
    const { id: quoteId } = await build(app).quote({ projectId, amountCents: 45_050, currency: 'EUR' });
    await engineer.put(`/api/projects/${projectId}`, { status });
    expect(await waiting()).toEqual({
      ...nothing,
      quotes: [
        {
          projectId,
          title: 'Night Songs',
          quoteId,
          amount: 450.5,
          amountCents: 45_050,
          currency: 'EUR',
          expiresAt: expect.any(String),
        },
      ],
    });
    await client.put(`/api/quotes/${quoteId}/reject`);
    expect(await waiting()).toEqual(nothing);
  },
);

it('is the invoice until it is paid', async () => {
  const { id: projectId } = own.project;
  const { id } = await build(app).invoice({ projectId, status: 'overdue', dueDate: '2026-01-31' });
  await engineer.put(`/api/projects/${projectId}`, { status: 'approved' });
  expect((await waiting()).invoices).toMatchObject([
    { invoiceId: id, title: 'Night Songs', status: 'overdue', amount: 450, dueDate: '2026-01-31' },
  ]);
  await client.post(`/api/projects/${projectId}/pay`);
  expect((await waiting()).invoices).toEqual([]);
});

it('is what was released since the client last opened the project’s files', async () => {
  const { id: projectId } = own.project;
  await build(app).file({ projectId, fileType: 'upload' });
  expect((await waiting()).previews).toEqual([]);
  await build(app).file({ projectId });
  await build(app).file({ projectId, fileType: 'variation' });
  expect((await waiting()).previews).toMatchObject([{ projectId, title: 'Night Songs', files: 2 }]);
  await client.put(`/api/projects/${projectId}/visit`);
  expect((await waiting()).previews).toEqual([]);
});
