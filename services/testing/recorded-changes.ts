import type { Database } from '../platform/database/database.js';

export interface RecordedChanges {
  /** Names of the tables whose rows were changed since the last `forget` or `undo`. */
  tables(): Promise<string[]>;
  forget(): Promise<void>;
  /** Makes the rows what they were. */
  undo(): Promise<void>;
}

/** Records by triggers which rows are changed from now on. An update that changes no value is not a change. */
export async function recordChanges(database: Database, except: string[] = []): Promise<RecordedChanges> {
  await database.query(
    `CREATE TABLE recorded_changes (id bigint GENERATED ALWAYS AS IDENTITY, name text, before jsonb, after jsonb)`,
  );
  await database.query(
    `CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN
        INSERT INTO public.recorded_changes (name, before, after) VALUES (TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
        RETURN NULL;
      END'`,
  );
  await database.query(UNDO);
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
    undo: async () => void (await database.query('SELECT undo_changes()')),
  };
}

/** As a replica, PostgreSQL checks no foreign keys and runs no triggers. Generated columns cannot be written. */
const UNDO = `
  CREATE FUNCTION undo_changes() RETURNS void LANGUAGE plpgsql AS $function$
  DECLARE change record; columns text; found_rows int;
  BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);
    FOR change IN SELECT * FROM recorded_changes ORDER BY id DESC LOOP
      IF change.after IS NOT NULL THEN
        EXECUTE format('DELETE FROM %1$I WHERE to_jsonb(%1$I.*) = $1', change.name) USING change.after;
        GET DIAGNOSTICS found_rows = ROW_COUNT;
        IF found_rows <> 1 THEN RAISE EXCEPTION 'A changed row of % is not there.', change.name; END IF;
      END IF;
      IF change.before IS NOT NULL THEN
        SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
        WHERE attrelid = quote_ident(change.name)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        EXECUTE format('INSERT INTO %1$I (%2$s) OVERRIDING SYSTEM VALUE
          SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $1)', change.name, columns) USING change.before;
      END IF;
    END LOOP;
    DELETE FROM recorded_changes;
  END $function$`;
