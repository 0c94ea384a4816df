import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { timing } from '../../platform/events/timing.js';
import { mailFolder } from '../../platform/mail/create.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { startTestWorker } from '../../testing/worker.js';
import type { ReminderWorkerSettings } from './reminder-worker.testing.js';
import { RemindersWorker } from './reminders.worker.js';

const NOW = '2031-06-20T09:00:00Z';
const INVOICES = 12;
/** Short enough that a dead worker's jobs come back within the test. */
const intervals = { lockMs: 1_500, stalledMs: 300, sweepMs: 500, lostAfterMs: 1_500 };

const { app } = useApp();

beforeAll(async () => {
  await app.database.query('UPDATE invoices SET reminders_paused = true'); // the demo's
});

/** A worker process that sweeps at `NOW`; answers how it ended. */
async function runWorker(dieAfter: number): Promise<string> {
  const { config } = app;
  const hooks = join(import.meta.dirname, '../../testing/swc-hooks.mjs');
  const program = join(import.meta.dirname, 'reminder-worker.testing.ts');
  const settings: ReminderWorkerSettings = { now: NOW, dieAfter, ...intervals };
  const child = spawn(process.execPath, ['--import', hooks, program, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl,
      SECRET: config.secret,
      LOG_LEVEL: 'fatal',
    },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? String(code);
}

it('reminders and their mails are sent once when workers are killed in between', async () => {
  const from = new Date('2031-01-01T00:00:00Z');
  for (let made = 0; made < INVOICES; made++) {
    const { project } = await build(app).project();
    await build(app).invoice({ projectId: project.id, dueDate: '2031-06-20', remindersFrom: from });
  }
  for (const dieAfter of [0, 1, 4, 9, 15]) expect(await runWorker(dieAfter)).toBe('SIGKILL');

  for (const name of Object.keys(intervals) as (keyof typeof intervals)[])
    jest.replaceProperty(timing, name, intervals[name]);
  const survivor = await startTestWorker(app);
  jest.spyOn(clock, 'now').mockReturnValue(new Date(NOW));
  await survivor.get(RemindersWorker).sweep({ slot: clock.now() });
  await drain(app.database);
  const counted = (sql: string) => app.database.query<{ times: number }>(`SELECT count(*)::int AS times ${sql}`);
  const onceEach = Array.from({ length: INVOICES }, () => ({ times: 1 }));
  expect(await counted('FROM sent_reminders GROUP BY invoice_id')).toEqual(onceEach);
  expect(await counted(`FROM notifications WHERE type = 'payment_reminder' GROUP BY metadata->>'invoiceId'`)).toEqual(
    onceEach,
  );
  expect(await counted(`FROM activities WHERE type = 'reminder_sent' GROUP BY project_id`)).toEqual(onceEach);
  expect(await counted('FROM notifications WHERE emailed_at IS NULL')).toEqual([{ times: 0 }]);
  const mails = await readdir(mailFolder(app.config));
  expect(mails.filter((name) => name.endsWith('.eml'))).toHaveLength(INVOICES);
  await survivor.close();
});
