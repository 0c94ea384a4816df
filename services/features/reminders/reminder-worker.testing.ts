// The worker that the test of reminders kills: sends what is due at a given moment and dies after some transactions.
import { flushCompileCache } from 'node:module';
import { clock } from '../../platform/clock.js';
import { loadConfig } from '../../platform/config.js';
import { timing } from '../../platform/events/timing.js';
import { openPlatform } from '../../platform/open.js';
import { createWorker } from '../../worker/worker.js';
import { entities } from '../entities.js';
import { RemindersWorker } from './reminders.worker.js';

export interface ReminderWorkerSettings extends Partial<typeof timing> {
  now: string;
  /** How many transactions commit, of the sweep or of a handler. */
  dieAfter: number;
}

const { now, dieAfter, ...intervals } = JSON.parse(process.argv[2] ?? '') as ReminderWorkerSettings;
Object.assign(timing, intervals);
clock.now = () => new Date(now);

const platform = await openPlatform(loadConfig(), 'test worker', entities);
const worker = await createWorker(platform);
const { database } = platform;
const transaction = database.transaction.bind(database);
let begun = 0;
database.transaction = (work, handled) =>
  transaction(async (tx) => {
    const result = await work(tx);
    // Written, not committed.
    if (++begun > dieAfter) process.kill(process.pid, 'SIGKILL');
    return result;
  }, handled);
// For the next process, because this one will be killed.
flushCompileCache();
await worker.get(RemindersWorker).sweep({ slot: clock.now() });
console.log('swept');
