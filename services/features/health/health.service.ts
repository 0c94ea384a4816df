import { Inject, Injectable } from '@nestjs/common';
import { formatBytes } from '../../platform/bytes.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { isDatabaseOutage } from '../../platform/database/outage.js';
import { QueueAdmin } from '../../platform/events/queue-admin.js';
import { workerIsPresent } from '../../platform/events/worker-presence.js';
import { assertStoreAttached, assertSwept } from '../../platform/installation.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { assertMailServerAnswers } from '../../platform/mail/watched-mailer.js';
import { Storage } from '../../platform/storage/storage.js';
import { version } from '../../platform/version.js';
import { type HealthView, type RepairKind, repairKinds } from './health.schema.js';
import { Repair } from './repair.entity.js';

/** A check that takes longer counts as failed. */
const TIMEOUT_MS = 3_000;
const LEAST_ROOM_BYTES = 1e9;

type Check = keyof HealthView['checks'];

/** Checks the dependencies of this process. Details go to the log, because the response is public. */
@Injectable()
export class HealthService {
  private readonly failing = new Set<Check>();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly queue: QueueAdmin,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async check(): Promise<HealthView> {
    let healed: HealthView['healed'] = null;
    const [database, queue, storage, sweep, worker, mail, room] = await Promise.all([
      this.run('database', async () => {
        healed = await this.healed();
      }),
      this.run('queue', () => this.queue.ping()),
      this.run('storage', () => this.storageIsOurs()),
      this.run('sweep', () => assertSwept(this.database)),
      this.run('worker', () => this.workerRuns()),
      this.run('mail', () => this.mailLeaves()),
      this.run('room', () => this.hasRoom()),
    ]);
    const checks = { database, queue, storage, sweep, worker, mail, room };
    const status = Object.values(checks).includes('failed') ? 'failed' : 'ok';
    return { status, version, commit: this.config.commit, checks, healed };
  }

  private async healed(): Promise<Record<RepairKind, number>> {
    const rows = await this.database.manager.find(Repair);
    const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
    return Object.fromEntries(repairKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<RepairKind, number>;
  }

  /** An unavailable database must not be reported as a storage failure: without it, the store only has to respond. */
  private async storageIsOurs(): Promise<void> {
    try {
      await assertStoreAttached(this.database, this.storage);
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      await this.storage.head('health/probe.bin');
    }
  }

  private async workerRuns(): Promise<void> {
    if (!(await workerIsPresent(this.database))) throw new Error('No worker is running');
  }

  private async mailLeaves(): Promise<void> {
    if (this.config.smtpUrl) await assertMailServerAnswers(this.database);
  }

  /** Warns before uploads are refused at MIN_FREE_BYTES. An unavailable store is not reported as full. */
  private async hasRoom(): Promise<void> {
    const room = await this.storage.room().catch(() => null);
    if (room === null || room >= Math.max(this.config.minFreeBytes, LEAST_ROOM_BYTES)) return;
    throw new Error(`The disk of the store has ${formatBytes(room)} left until uploads are refused`);
  }

  private async run(check: Check, work: () => Promise<unknown>): Promise<'ok' | 'failed'> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    });
    try {
      await Promise.race([work(), late]);
      if (this.failing.delete(check)) this.logger.info({ check }, 'a health check passes again');
      return 'ok';
    } catch (error) {
      // Logged once, no matter how often the check runs.
      if (!this.failing.has(check)) {
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.warn({ check, reason }, 'a health check fails');
      }
      this.failing.add(check);
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  }
}
