import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { Database } from './database/database.js';
import { RateLimiter } from './http/rate-limiter.js';
import { LOGGER, type Logger } from './log.js';
import { Mailer } from './mail/mailer.js';
import { Storage } from './storage/storage.js';
import type { Tracing } from './tracing/tracing.js';

export interface Platform {
  config: Config;
  logger: Logger;
  database: Database;
  storage: Storage;
  mailer: Mailer;
  tracing?: Tracing | undefined;
}

/** A provider, so that Nest shuts tracing down with the process. */
const TRACING = Symbol('TRACING');

/** The part that commands and the event core need; features need the whole platform. */
export type Core = Pick<Platform, 'config' | 'logger' | 'database'>;

/** Providers that every feature may inject, in the API and in the worker. */
@Global()
@Module({})
export class PlatformModule {
  static core({ config, logger, database }: Core): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Database, useValue: database },
      RateLimiter,
    ];
    return { module: PlatformModule, imports: [database.module], providers, exports: providers };
  }

  static of({ storage, mailer, tracing, ...core }: Platform): DynamicModule {
    const { providers = [], ...module } = PlatformModule.core(core);
    return {
      ...module,
      providers: [
        ...providers,
        { provide: Storage, useValue: storage },
        { provide: Mailer, useValue: mailer },
        { provide: TRACING, useValue: tracing },
      ],
      exports: [CONFIG, LOGGER, Database, RateLimiter, Storage, Mailer],
    };
  }
}
