import type { Config } from '../../platform/config.js';
import { AnyWorker } from '../../platform/events/queue-classes.js';
import { QueueConnection } from '../../platform/events/queue-connection.js';
import type { QueueName } from '../../platform/events/queues.js';
import { silent } from './event-harness.js';

/** A worker that dies with the jobs it has taken. */
export class DeadWorker {
  private readonly connection: QueueConnection;
  private readonly worker: AnyWorker;

  constructor(queueUrl: string, queue: QueueName = 'default') {
    this.connection = new QueueConnection({ queueUrl } as Config, silent);
    this.worker = new AnyWorker(queue, () => Promise.resolve(), {
      connection: this.connection.options,
      autorun: false,
      lockDuration: 1,
      stalledInterval: 1,
      maxStalledCount: 1_000_000,
    });
  }

  /** Takes the next jobs and dies; resolves when the queue has them back. */
  async dieWith(jobs: number): Promise<void> {
    for (let taken = 0; taken < jobs; taken++) {
      if (!(await this.worker.getNextJob('dead', { block: false }))) throw new Error('There is no job to take');
    }
    for (let found = 0; found < jobs;) {
      found += (await this.worker.getBackend().moveStalledJobsToWait()).length;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.connection.close();
  }
}
