import type { EntityManager } from 'typeorm';

/**
 * Runs SQL and returns its rows for every kind of statement (TypeORM alone returns `[rows, count]` for UPDATE and
 * DELETE).
 */
export async function selectRows<T>(manager: EntityManager, sql: string, params: unknown[]): Promise<T[]> {
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    return (await runner.query(sql, params, true)).records as T[];
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}
