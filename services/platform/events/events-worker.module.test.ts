import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { drain } from '../../testing/events/drain.js';
import { createTestDatabase } from '../../testing/servers/postgres.js';
import { until } from '../../testing/until.js';
import { loadConfig } from '../config.js';
import { Database } from '../database/database.js';
import { createLogger } from '../log.js';
import type { Mailer } from '../mail/mailer.js';
import { PlatformModule } from '../platform.module.js';
import type { Storage } from '../storage/storage.js';
import { On } from './decorators.js';
import { EventsWorkerModule } from './events-worker.module.js';
import type { HandlerContext } from './handler.js';

const greeted = { name: 'test.greeted', schema: z.object({ name: z.string() }) };

const concurrency = { default: 2, probe: 1, analysis: 1, copies: 1, news: 1, mail: 1 };

@Injectable()
class GreetingWorker {
  constructor(private readonly database: Database) {}

  @On(greeted, { queue: 'default' })
  async greet({ name }: { name: string }, context: HandlerContext): Promise<void> {
    const [row] = await this.database.query<{ text: string }>('SELECT $1 AS text', [`Hello ${name}`]);
    await context.commit((tx) => tx.query('INSERT INTO greeting VALUES ($1)', [row?.text]));
  }
}

describe('EventsWorkerModule', () => {
  it('finds the handlers of the application, runs them, and closes everything in order', async () => {
    const test = await createTestDatabase();
    const connect = () =>
      Database.connect({
        url: test.url,
        entities: [],
        poolSize: 4,
        applicationName: 'test',
        onPoolError: () => undefined,
      });
    const database = await connect();
    const own = await connect();
    await own.query('CREATE TABLE greeting (text text)');
    const config = loadConfig({ DATABASE_URL: test.url, SECRET: 'x'.repeat(32) });
    const logger = createLogger('test', 'silent');
    const platform = PlatformModule.of({ config, logger, database, storage: {} as Storage, mailer: {} as Mailer });

    @Module({
      imports: [platform, EventsWorkerModule.of({ events: [greeted], concurrency })],
      providers: [GreetingWorker],
    })
    class Application {}

    const application = await NestFactory.createApplicationContext(Application, { logger: false, abortOnError: false });
    await own.transaction(async (tx) => tx.emit(greeted, { name: 'Ada' }));
    await drain(own);
    expect(await own.query('SELECT text FROM greeting')).toEqual([{ text: 'Hello Ada' }]);
    await application.close();
    await expect(database.query('SELECT 1')).rejects.toThrow();
    // It takes a moment until the server knows that a session is over.
    const sessions = () =>
      own.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> $1',
        ['test'],
      );
    await until('the end of every session', async () => (await sessions()).length === 0);
    await own.close();
    await test.drop();
  });
});
