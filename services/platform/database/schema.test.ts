import { expect, it } from '@jest/globals';
import { entities } from '../../features/entities.js';
import { schemaDiff } from '../../testing/schema-diff.js';
import { createTestDatabase } from '../../testing/servers/postgres.js';

it('the migrations create the tables that the entities describe', async () => {
  const test = await createTestDatabase();
  const missing = await schemaDiff(test.url, entities);
  await test.drop();
  expect(missing.map(({ up }) => up)).toEqual([]);
});
