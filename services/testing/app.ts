import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApi } from '../api/app.js';
import { entities } from '../features/entities.js';
import { type Config, loadConfig } from '../platform/config.js';
import type { Database } from '../platform/database/database.js';
import { freePort } from '../platform/embedded/port.js';
import { openPlatform } from '../platform/open.js';
import type { Platform } from '../platform/platform.module.js';
import { Caller } from './caller.js';
import { createTestDatabase } from './servers/postgres.js';

export interface TestApp {
  /** Without a trailing slash. */
  url: string;
  config: Config;
  /** The application's own database and storage, which builders and the worker use too. */
  platform: Platform;
  database: Database;
  anonymous: Caller;
  /** Calls as that user, by the development header. */
  as(user: { id: string }): Caller;
  /** Returns a provider of the application. */
  get<T>(type: Type<T>): T;
  close(): Promise<void>;
}

/**
 * The real API on a fresh database, an empty storage folder and a free port. Dev Mode is on and its demo data is seeded
 * unless the settings (names of the environment) say otherwise.
 */
export async function startTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-app-'));
  const port = await freePort();
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'a secret of the tests, 32 characters',
    LOG_LEVEL: 'fatal',
    SMTP_URL: 'none',
    TRUST_PROXY: 'loopback',
    ...settings,
  });
  const platform = await openPlatform(config, 'test', entities);
  const app: NestExpressApplication = await createApi(platform);
  await app.listen(port, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    config,
    platform,
    database: platform.database,
    anonymous: new Caller(url, {}),
    as: ({ id }) => new Caller(url, { 'x-dev-user-id': id }),
    get: (type) => app.get(type),
    close: async () => {
      app.getHttpServer().closeAllConnections();
      await app.close();
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
