import type { QueryRunner } from 'typeorm';
import { createDataSource } from '../platform/database/database.js';

/**
 * SQL that TypeORM would run to adapt the database at `url` to the entities; empty if migrations are complete. Tables
 * without an entity are not compared.
 */
export async function schemaDiff(url: string, entities: Function[]): Promise<{ up: string; down: string }[]> {
  const source = createDataSource({
    url,
    entities,
    poolSize: 2,
    applicationName: 'schema diff',
    onPoolError: () => undefined,
  });
  await source.initialize();
  const createQueryRunner = source.createQueryRunner.bind(source);
  source.createQueryRunner = (mode) => oneQueryAtATime(createQueryRunner(mode));
  try {
    const { upQueries, downQueries } = await source.driver.createSchemaBuilder().log();
    return upQueries.map((up, index) => ({ up: up.query, down: downQueries[index]?.query ?? '' }));
  } finally {
    await source.destroy();
  }
}

/** TypeORM requests the columns of all tables at once, on one connection; pg 9 will refuse that. */
function oneQueryAtATime(runner: QueryRunner): QueryRunner {
  const query = runner.query.bind(runner);
  let last: Promise<unknown> = Promise.resolve();
  runner.query = (...asked: Parameters<typeof query>) => {
    const answer = last.then(() => query(...asked));
    last = answer.catch(() => undefined);
    return answer;
  };
  return runner;
}
