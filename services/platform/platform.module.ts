import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { Database } from './database/database.js';
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

/** Nest ends it with the process. */
const TRACING = Symbol('TRACING');

/** What every feature may inject, in either process. */
@Global()
@Module({})
export class PlatformModule {
  static of({ config, logger, database, storage, mailer, tracing }: Platform): DynamicModule {
    return {
      module: PlatformModule,
      imports: [database.module],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: Database, useValue: database },
        { provide: Storage, useValue: storage },
        { provide: Mailer, useValue: mailer },
        { provide: TRACING, useValue: tracing },
      ],
      exports: [CONFIG, LOGGER, Database, Storage, Mailer],
    };
  }
}
