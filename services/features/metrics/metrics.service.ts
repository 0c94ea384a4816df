import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../../platform/database/database.js';
import { QueueAdmin } from '../../platform/events/queue-admin.js';
import { workerIsPresent } from '../../platform/events/worker-presence.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { registry } from '../../platform/metrics/metrics.js';
import { HealthService } from '../health/health.service.js';

const gauge = (name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name, help, labelNames, registers: [registry] });

const queueJobs = gauge('lacquer_queue_jobs', 'Jobs in each queue, by state.', ['queue', 'state']);
const queueAge = gauge(
  'lacquer_queue_oldest_seconds',
  'Age of the oldest job that waits, for a worker or for its next attempt, by queue.',
  ['queue'],
);
const outboxEvents = gauge('lacquer_outbox_events', 'Events that no worker has relayed yet.');
const outboxLag = gauge('lacquer_outbox_lag_seconds', 'Age of the oldest of them.');
const uploadsOpen = gauge('lacquer_uploads_open', 'Uploads that were allowed and are not registered yet.');
const uploadedBytes = gauge('lacquer_stored_bytes', 'Bytes of all stored sound.');
const analyses = gauge('lacquer_analyses', 'Stored sounds, by the state of their analysis.', ['state']);
const workers = gauge('lacquer_worker_present', '1 while a worker runs and is awake.');
const checkFailed = gauge('lacquer_check_failed', '1 while this check of /api/health fails.', ['check']);
const lookFailed = gauge('lacquer_look_failed', '1 when database or queue did not answer while this was asked.');

/** Figures that all processes share, queried when Prometheus scrapes: every API process returns the same. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueAdmin,
    private readonly health: HealthService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws, because the process's own figures are needed most during an outage. */
  async look(): Promise<void> {
    const looks = await Promise.allSettled([this.lookAtQueues(), this.lookAtDatabase(), this.lookAtHealth()]);
    const failed = looks.filter((look) => look.status === 'rejected');
    lookFailed.set(failed.length > 0 ? 1 : 0);
    for (const { reason } of failed) this.logger.warn({ err: reason as Error }, 'metrics could not be looked up');
  }

  private async lookAtHealth(): Promise<void> {
    const { checks } = await this.health.check();
    for (const [check, state] of Object.entries(checks)) checkFailed.set({ check }, state === 'failed' ? 1 : 0);
  }

  private async lookAtQueues(): Promise<void> {
    for (const { queue, oldestS, ...states } of await this.queues.counts()) {
      for (const [state, jobs] of Object.entries(states)) queueJobs.set({ queue, state }, jobs);
      queueAge.set({ queue }, oldestS);
    }
  }

  private async lookAtDatabase(): Promise<void> {
    const { waiting, oldestS } = await this.queues.outbox();
    outboxEvents.set(waiting);
    outboxLag.set(oldestS);
    workers.set((await workerIsPresent(this.database)) ? 1 : 0);
    const [open] = await this.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM staging_files WHERE status = 'incoming'`,
    );
    uploadsOpen.set(open?.count ?? 0);
    const states = await this.database.query<{ state: string; count: number; bytes: number }>(
      'SELECT state, count(*)::integer AS count, coalesce(sum(size_bytes), 0)::float AS bytes FROM audio GROUP BY state',
    );
    analyses.reset();
    for (const { state, count } of states) analyses.set({ state }, count);
    uploadedBytes.set(states.reduce((sum, { bytes }) => sum + bytes, 0));
  }
}
