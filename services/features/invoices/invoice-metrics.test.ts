import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { Invoice } from './invoice.entity.js';
import type { InvoiceMetrics } from './invoices.schema.js';
import { OverdueWorker } from './overdue.worker.js';

const { app, worker } = useApp({ worker: true });

afterEach(() => void jest.restoreAllMocks());

const at = (time: string) => jest.spyOn(clock, 'now').mockReturnValue(new Date(time));
const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0);

async function studioIn(timeZone: string) {
  const own = await build(app).project();
  await app.database.manager.update(Studio, { id: own.studio.id }, { timeZone });
  const invoice = async (given: Partial<Invoice>) => {
    const parties = { studioId: own.studio.id, engineerId: own.engineer.id, clientId: own.client.id };
    const { project } = await build(app).project(parties);
    return build(app).invoice({ projectId: project.id, ...given });
  };
  const metrics = async () => (await app.as(own.engineer).get<InvoiceMetrics>('/api/invoices/metrics')).data;
  return { own, invoice, metrics };
}

describe('metrics', () => {
  it('of a studio without invoices are zero', async () => {
    at('2026-11-22T12:00:00Z');
    const { metrics } = await studioIn('UTC');
    const { paidByWeek, ...figures } = await metrics();
    expect(figures).toMatchObject({
      currency: 'USD',
      totalPending: 0,
      pendingCount: 0,
      overdueCount: 0,
      paidToday: 0,
      otherCurrencies: [],
    });
    expect(paidByWeek.map(({ weekStart }) => weekStart)).toEqual([
      '2026-08-31',
      '2026-09-07',
      '2026-09-14',
      '2026-09-21',
      '2026-09-28',
      '2026-10-05',
      '2026-10-12',
      '2026-10-19',
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
    ]);
  });

  /** Each in local time of the zone, with its own offset from UTC on that day; clocks change within the month. */
  it.each([
    ['America/New_York', '2026-11-10T22:00:00-05:00', '-04:00', '-05:00', '2026-11-01'],
    ['Europe/Berlin', '2026-11-10T00:30:00+01:00', '+02:00', '+01:00', '2026-10-25'],
    ['Australia/Lord_Howe', '2026-10-20T23:59:00+11:00', '+10:30', '+11:00', '2026-10-04'],
    ['Asia/Kathmandu', '2026-11-10T06:00:00+05:45', '+05:45', '+05:45', '2026-11-01'],
  ])('equal sums computed separately in %s', async (zone, now, before, after, changed) => {
    at(now);
    const today = now.slice(0, 10);
    const { invoice, metrics, own } = await studioIn(zone);
    const day = (offset: number) => new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
    const paid = [0, -1, -6, -7, -13, -29, -30, -60].flatMap((offset, index) =>
      ['00:00:00', '23:59:59'].map((time, half) => {
        const local = `${day(offset)}T${time}`;
        // The day of the change begins with the old offset and ends with the new one.
        const offsetThen = day(offset) < changed || (day(offset) === changed && half === 0) ? before : after;
        return { offset, paidAt: new Date(local + offsetThen), amountCents: 100 * 3 ** index + half };
      }),
    );
    const known = paid.filter(({ paidAt }) => paidAt <= new Date(now));
    for (const { paidAt, amountCents } of known) await invoice({ status: 'paid', paidAt, amountCents });
    for (const amountCents of [1, 20, 300]) await invoice({ status: 'pending', amountCents });
    for (const amountCents of [4000, 50_000]) await invoice({ status: 'overdue', amountCents });
    await invoice({ status: 'cancelled', amountCents: 999 });
    await invoice({ status: 'pending', currency: 'EUR', amountCents: 7 });
    await invoice({ status: 'paid', currency: 'GBP', paidAt: new Date(now), amountCents: 7 });
    const elsewhere = await studioIn(zone);
    await elsewhere.invoice({ status: 'pending' });

    const within = (days: number) =>
      sum(known.filter(({ offset }) => offset > -days).map(({ amountCents }) => amountCents));
    const figures = await metrics();
    expect(figures).toMatchObject({
      currency: own.studio.currency,
      totalPendingCents: 321,
      totalPending: 3.21,
      pendingCount: 3,
      totalOverdueCents: 54_000,
      overdueCount: 2,
      paidTodayCents: within(1),
      paidLast7DaysCents: within(7),
      paidLast30DaysCents: within(30),
      paidLast30Days: within(30) / 100,
    });
    expect(figures.otherCurrencies).toEqual(
      expect.arrayContaining([
        { currency: 'EUR', count: 1 },
        { currency: 'GBP', count: 1 },
      ]),
    );
    expect(sum(figures.paidByWeek.map(({ amountCents }) => amountCents))).toBe(
      sum(known.map(({ amountCents }) => amountCents)),
    );
    expect(figures.paidByWeek.at(-1)!.weekStart <= today).toBe(true);
  });
});

describe('the sweep', () => {
  const sweep = async () => {
    await worker.get(OverdueWorker).sweep({ slot: new Date() });
    await drain(app.database);
  };
  const statusOf = async ({ id }: Invoice) => (await app.database.manager.findOneByOrFail(Invoice, { id })).status;

  it.each([
    ['Pacific/Kiritimati', '2026-11-10T09:59:59Z', '2026-11-10T10:00:00Z'],
    ['UTC', '2026-11-10T23:59:59Z', '2026-11-11T00:00:00Z'],
    ['America/Los_Angeles', '2026-11-11T07:59:59Z', '2026-11-11T08:00:00Z'],
    ['Asia/Kathmandu', '2026-11-10T18:14:59Z', '2026-11-10T18:15:00Z'],
  ])('marks invoices due on the tenth as overdue when the eleventh begins in %s', async (zone, before, after) => {
    const { invoice } = await studioIn(zone);
    const due = await invoice({ dueDate: '2026-11-10' });
    const paid = await invoice({ dueDate: '2026-11-10', status: 'paid', paidAt: new Date() });
    const later = await invoice({ dueDate: '2026-11-11' });
    at(before);
    await sweep();
    expect(await statusOf(due)).toBe('pending');
    at(after);
    await sweep();
    await sweep();
    expect(await Promise.all([due, paid, later].map(statusOf))).toEqual(['overdue', 'paid', 'pending']);
    const project = await app.database.manager.findOneByOrFail(Project, { id: due.projectId });
    expect(project.invoiceStatus).toBe('overdue');
    const activities = await app.database.query('SELECT message, actor_id FROM activities WHERE project_id = $1', [
      due.projectId,
    ]);
    expect(activities).toEqual([{ message: `Invoice #${due.number} is overdue`, actor_id: null }]);
  });
});
