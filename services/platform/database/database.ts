import { type DynamicModule, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { IDLE_MS, outliveBreaks, poolOptions } from './client.js';
import { migrations } from './migrations/index.js';
import { NamingStrategy } from './naming.js';
import { selectRows } from './rows.js';
import { type HandledEvent, Tx } from './tx.js';

export interface DatabaseOptions {
  url: string;
  /** Entity classes; the application roots pass the features' list. */
  entities: Function[];
  /** Connections at most. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  onPoolError: (error: Error) => void;
}

/**
 * The isolation level is set once per connection instead of once per transaction. A machine that froze or vanished in
 * the middle of a transaction must not keep its locks until TCP notices.
 */
const SESSION = '-c default_transaction_isolation=read\\ committed -c idle_in_transaction_session_timeout=60s';

/** The TypeORM part of the options, without connecting: also used to compare entities with a database. */
export function createDataSource(options: DatabaseOptions, upTo = migrations): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities,
    migrations: upTo,
    migrationsTransactionMode: 'each',
    namingStrategy: new NamingStrategy(),
    synchronize: false,
    logging: false,
    installExtensions: false,
    poolSize: options.poolSize,
    applicationName: options.applicationName,
    poolErrorHandler: options.onPoolError,
    extra: { ...poolOptions, options: SESSION, onConnect: outliveBreaks, idleTimeoutMillis: IDLE_MS },
  });
}

/** All access to PostgreSQL goes through this class. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private beforeCommit: ((tx: Tx) => Promise<void>) | null = null;

  private constructor(private readonly source: DataSource) {}

  /** Has every transaction run this before it commits; an error rolls it back. */
  checkBeforeCommit(check: (tx: Tx) => Promise<void>): void {
    this.beforeCommit = check;
  }

  /**
   * Connects.
   * @throws when the server cannot be reached or a table or column name is impossible.
   */
  static async connect(options: DatabaseOptions): Promise<Database> {
    return new Database(await createDataSource(options).initialize());
  }

  /** TypeORM's Nest module, on the connections that are open already, so there is nothing to retry. */
  get module(): DynamicModule {
    return TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'postgres', retryAttempts: 0 }),
      dataSourceFactory: () => Promise.resolve(this.source),
    });
  }

  /** For reads and single statements outside a transaction. */
  get manager(): EntityManager {
    return this.source.manager;
  }

  /** The same connections, for a library that uses PostgreSQL itself. */
  get pool(): Pool {
    return (this.source.driver as PostgresDriver).master as Pool;
  }

  query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return selectRows<T>(this.source.manager, sql, params);
  }

  /**
   * Like `query`, for frequent queries: each connection keeps the plan under this name, which must always mean the same
   * text.
   */
  async prepared<T>(name: string, sql: string, params: unknown[]): Promise<T[]> {
    return (await this.pool.query({ name, text: sql, values: params })).rows as T[];
  }

  /**
   * Runs `work` in one READ COMMITTED transaction. An error rolls everything back, events included. A handler's
   * transaction names the event that it handles.
   * @throws AlreadyHandled when that was done before: then nothing is written.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, handled?: HandledEvent): Promise<T> {
    return this.source.transaction(async (manager) => {
      const tx = new Tx(manager);
      const result = await work(tx);
      await this.beforeCommit?.(tx);
      await tx.flush(handled);
      return result;
    });
  }

  async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
