import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { isPostgresUrl, QUEUE_SCHEMA } from '../../platform/events/queue-schema.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { Healing } from './healing.entity.js';
import { type HealingKind, healingKinds, type HealthView } from './health.schema.js';

/** A check that takes longer has failed. */
const PATIENCE_MS = 3_000;

type Check = keyof HealthView['checks'];

/** Whether what this process depends on answers. Details go to the log: the answer is public. */
@Injectable()
export class HealthService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  async check(): Promise<HealthView> {
    let healed: HealthView['healed'] = null;
    const [database, queue, storage] = await Promise.all([
      this.run('database', async () => {
        healed = await this.healed();
      }),
      this.run('queue', () => this.queueTables()),
      this.run('storage', () => this.storage.head('health/probe.bin')),
    ]);
    const checks = { database, queue, storage };
    return { status: Object.values(checks).includes('failed') ? 'failed' : 'ok', checks, healed };
  }

  private async healed(): Promise<Record<HealingKind, number>> {
    const rows = await this.database.manager.find(Healing);
    const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
    return Object.fromEntries(healingKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<HealingKind, number>;
  }

  /** Events wait in the outbox while a Redis queue is away, so this process works on without it. */
  private async queueTables(): Promise<void> {
    if (!isPostgresUrl(this.config.queueUrl) || this.config.queueUrl !== this.config.databaseUrl) return;
    const [found] = await this.database.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [QUEUE_SCHEMA]);
    if (!found) throw new Error('The queue has no tables; the migrations have not run');
  }

  private async run(check: Check, work: () => Promise<unknown>): Promise<'ok' | 'failed'> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    });
    try {
      await Promise.race([work(), late]);
      return 'ok';
    } catch (error) {
      this.logger.error({ err: error, check }, 'a health check failed');
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  }
}
