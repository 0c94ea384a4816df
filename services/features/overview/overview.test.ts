import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { Comment } from '../comments/comment.entity.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { Quote } from '../quotes/quote.entity.js';
import type { OverviewView } from './overview.schema.js';

const { app, own, engineer } = useApp({ project: { title: 'Night Songs' } });

const overview = async (caller = engineer) => (await caller.get<OverviewView>('/api/projects/overview')).data;
const place = () => ({ projectId: own.project.id, title: 'Night Songs', client_name: own.client.name });

const quote = (given: Partial<Quote> = {}) =>
  app.database.manager.insert(Quote, {
    projectId: own.project.id,
    version: 1,
    amountCents: 45_050,
    currency: 'EUR',
    expiresAt: new Date('2099-01-01T00:00:00Z'),
    createdBy: own.engineer.id,
    ...given,
  });

async function invoice(number: number, given: Partial<Invoice> = {}): Promise<void> {
  const { project } =
    number === 1 ? own : await build(app).project({ studioId: own.studio.id, title: `Project ${number}` });
  const nobody = { name: '', email: '', address: '', taxId: '' };
  await app.database.manager.insert(Invoice, {
    studioId: own.studio.id,
    projectId: project.id,
    number,
    amountCents: 9999,
    currency: 'USD',
    dueDate: '2026-12-01',
    issuer: nobody,
    recipient: nobody,
    ...given,
  });
}

const comment = (text: string, user = own.client) =>
  app.database.manager.insert(Comment, { projectId: own.project.id, userId: user.id, comment: text });

describe('the overview', () => {
  it('is empty when nothing is waiting', async () => {
    const nothing = { count: 0, items: [] };
    expect(await overview()).toEqual({
      changes: nothing,
      originals: nothing,
      undecided: nothing,
      paid: nothing,
      unanswered: nothing,
      quotes: nothing,
      invoices: { ...nothing, overdueCount: 0 },
      ready: nothing,
      comments: nothing,
    });
  });

  it('shows the quotes that wait for an answer, and no older or answered ones', async () => {
    await quote({ status: 'superseded', isCurrent: false });
    await quote({ version: 2 });
    expect((await overview()).quotes).toEqual({
      count: 1,
      items: [
        { ...place(), amount: 450.5, amountCents: 45_050, currency: 'EUR', expiresAt: '2099-01-01T00:00:00.000Z' },
      ],
    });
    await app.database.query(`UPDATE quotes SET status = 'accepted' WHERE project_id = $1 AND version = 2`, [
      own.project.id,
    ]);
    expect((await overview()).quotes.count).toBe(0);
  });

  it('counts every open invoice and shows the five that are due first', async () => {
    for (let number = 1; number <= 7; number++) {
      await invoice(number, { dueDate: `2026-12-0${8 - number}`, status: number > 5 ? 'overdue' : 'pending' });
    }
    await invoice(8, { status: 'paid' });
    const { count, overdueCount, items } = (await overview()).invoices;
    expect([count, overdueCount]).toEqual([7, 2]);
    expect(items.map(({ dueDate, status }) => [dueDate, status])).toEqual([
      ['2026-12-01', 'overdue'],
      ['2026-12-02', 'overdue'],
      ['2026-12-03', 'pending'],
      ['2026-12-04', 'pending'],
      ['2026-12-05', 'pending'],
    ]);
  });

  it('shows projects whose complete tracks wait for their release', async () => {
    const rows = build(app);
    const projectId = own.project.id;
    const { slots } = await rows.track({ projectId });
    const { slots: incomplete } = await rows.track({ projectId });
    const staged = await rows.stagingFile({ projectId, status: 'assigned' });
    const other = await rows.stagingFile({ projectId, status: 'assigned' });
    const [streaming] = slots.filter(({ slotType }) => slotType === 'streaming_master');
    const [vinyl] = incomplete.filter(({ slotType }) => slotType === 'vinyl_master');
    await app.database.query('UPDATE slots SET staging_file_id = $2 WHERE id = $1', [streaming!.id, staged.id]);
    await app.database.query('UPDATE slots SET staging_file_id = $2 WHERE id = $1', [vinyl!.id, other.id]);
    expect((await overview()).ready).toEqual({ count: 1, items: [{ ...place(), tracks: 1 }] });
    await app.database.query(`UPDATE staging_files SET status = 'released' WHERE id = $1`, [staged.id]);
    expect((await overview()).ready.count).toBe(0);
  });

  it('shows what the client wrote since the last visit of each engineer', async () => {
    await comment('First');
    await comment('Second');
    await comment('Mine', own.engineer);
    const colleague = app.as(await build(app).engineer({ studioId: own.studio.id }));
    expect((await overview()).comments).toEqual({
      count: 2,
      items: [{ ...place(), comments: 2, latest: 'Second', latestAt: expect.any(String) }],
    });
    expect((await engineer.put(`/api/projects/${own.project.id}/visit`)).status).toBe(200);
    expect((await overview()).comments.count).toBe(0);
    expect((await overview(colleague)).comments.count).toBe(2);
    await comment('Third');
    expect((await overview()).comments).toMatchObject({ count: 1, items: [{ latest: 'Third' }] });
  });

  it('covers only the own studio', async () => {
    await quote();
    await invoice(1);
    await comment('Hello');
    const stranger = await overview(app.as((await build(app).project()).engineer));
    expect(Object.values(stranger).map(({ count }) => count)).toEqual(Array(9).fill(0));
    expect((await app.as(own.client).get('/api/projects/overview')).status).toBe(403);
  });
});
