// `npm run migration:generate -- add-due-dates`: writes a migration with everything that the entities have and the
// migrations lack.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entities } from '../services/features/entities.js';
import { startPostgres } from '../services/platform/embedded/postgres.js';
import { runMigrations } from '../services/platform/migrate.js';
import { schemaDiff } from '../services/testing/schema-diff.js';

const folder = join(import.meta.dirname, '../services/platform/database/migrations');
const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9-]*$/.test(name)) {
  console.error('Name the migration in small letters and hyphens: npm run migration:generate -- add-due-dates');
  process.exit(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-migration-'));
const server = await startPostgres({ dataDir, port: 0, durable: false });
try {
  await runMigrations(server.url);
  const diff = await schemaDiff(server.url, entities);
  if (diff.length === 0) console.log('The migrations already make what the entities describe.');
  else console.log(`Wrote ${await write(diff)}: read it, say what it is for, and mend what would lose data.`);
} finally {
  await server.stop('immediate');
  await rm(dataDir, { recursive: true, force: true });
}

async function write(diff: { up: string; down: string }[]): Promise<string> {
  const timestamp = Date.now();
  const className = name.replace(/(^|-)(\w)/g, (_match, _hyphen, letter: string) => letter.toUpperCase()) + timestamp;
  const statements = (sql: string[]) => sql.map((line) => `      ${line};`).join('\n');
  const file = join(folder, `${timestamp}-${name}.ts`);
  await writeFile(
    file,
    `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
${statements(diff.map(({ up }) => up))}
    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(\`
${statements(diff.map(({ down }) => down).reverse())}
    \`);
  }
}
`,
  );
  const index = join(folder, 'index.ts');
  const listed = await readFile(index, 'utf8');
  await writeFile(
    index,
    listed
      .replace('\n\n', `\nimport { ${className} } from './${timestamp}-${name}.js';\n\n`)
      .replace(/\n\];\n$/, `\n  ${className},\n];\n`),
  );
  return file;
}
