import { beforeAll, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { RemindersView } from '../reminders/reminders.schema.js';
import type { InvoiceView } from './invoices.schema.js';

const { app } = useApp();
let own: ProjectFixture;

beforeAll(async () => {
  own = await build(app).project({ status: 'preview_ready' });
  await build(app).quote({ projectId: own.project.id, status: 'accepted' });
  await build(app).file({ projectId: own.project.id });
});

const invoice = (dueDate: string) =>
  app
    .as(own.engineer)
    .post<InvoiceView>('/api/invoices', { projectId: own.project.id, amount: 450, due_date: dueDate });

it('takes a due date until the end of 2999, with reminders after it, and none beyond', async () => {
  const engineer = app.as(own.engineer);
  await engineer.put('/api/studio/settings', {
    timeZone: 'America/Los_Angeles',
    reminderDays: [60],
    reminderTime: '23:00',
  });
  for (const date of ['3000-01-01', '9999-12-31']) {
    const { status, message } = await invoice(date);
    expect([status, message]).toEqual([400, 'The due date is too far away']);
  }
  const { status, data } = await invoice('2999-12-31');
  expect(status).toBe(201);
  const reminders = await engineer.get<RemindersView>(`/api/invoices/${data.id}/reminders`);
  expect(reminders.data.next).toEqual({ at: '3000-03-02T07:00:00.000Z', dayOffset: 60 });
});
