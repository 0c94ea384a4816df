import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Ends every session on the database and removes it. */
  drop(): Promise<void>;
}

/** Serialises the building of the template between Jest's workers. */
const TEMPLATE_LOCK = 7_251_031;

/**
 * A separate database with every migration applied, copied from a template that the first caller of the run builds.
 * Jest's global set-up starts the server.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = 'template_migrated';
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    try {
      const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
      if (found.rowCount === 0) await buildTemplate(admin, template);
    } finally {
      await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    }
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
}

/** A database without any table, for tests that do not need the migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin((admin) => admin.query(`CREATE DATABASE ${name}`));
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
}

/** Migrated under another name first, so that an existing template is always complete. */
async function buildTemplate(admin: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${draft}`);
  const { runMigrations } = await import('../../platform/migrate.js');
  await runMigrations(databaseUrl(draft));
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

async function dropDatabase(name: string): Promise<void> {
  await withAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

async function withAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(name: string): string {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server)
    throw new Error('TEST_POSTGRES_URL is not set: run the tests through Jest, whose set-up starts the server.');
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
