import type { EntityManager } from 'typeorm';

/** Runs SQL and answers its rows, whatever the statement (TypeORM alone answers `[rows, count]` for UPDATE and DELETE). */
export async function selectRows<T>(manager: EntityManager, sql: string, params: unknown[]): Promise<T[]> {
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    return (await runner.query(sql, params, true)).records as T[];
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}
