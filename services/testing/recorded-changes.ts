import type { Database } from '../platform/database/database.js';

export interface RecordedChanges {
  /** Names of the tables whose rows were changed since the last `forget`. */
  tables(): Promise<string[]>;
  forget(): Promise<void>;
}

/** Records by triggers which tables are changed from now on. An update that changes no value is not a change. */
export async function recordChanges(database: Database, except: string[] = []): Promise<RecordedChanges> {
  await database.query('CREATE TABLE recorded_changes (name text)');
  await database.query(
    `CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO public.recorded_changes VALUES (TG_TABLE_NAME); RETURN NULL; END'`,
  );
  const tables = await database.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename <> ALL ($1) AND tablename <> 'recorded_changes'`,
    [except],
  );
  for (const { name } of tables) {
    await database.query(
      `CREATE TRIGGER record_rows AFTER INSERT OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION record_change()`,
    );
    await database.query(
      `CREATE TRIGGER record_updates AFTER UPDATE ON ${name} FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
       EXECUTE FUNCTION record_change()`,
    );
  }
  return {
    tables: async () => {
      const changed = await database.query<{ name: string }>(
        'SELECT DISTINCT name FROM recorded_changes ORDER BY name',
      );
      return changed.map(({ name }) => name);
    },
    forget: async () => void (await database.query('DELETE FROM recorded_changes')),
  };
}
