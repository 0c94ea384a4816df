import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { z } from 'zod';
import { schemaDiff } from '../../testing/schema-diff.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { runMigrations } from '../migrate.js';
import { BigintColumn, CreatedAtColumn, IdColumn, JsonColumn, TimestampColumn, UuidColumn } from './columns.js';
import { Database } from './database.js';

@Entity('shelves')
class Shelf {
  @IdColumn() id: string;
  @Column({ type: 'text' }) label: string;
}

@Entity('shelves')
class WiderShelf extends Shelf {
  @Column({ type: 'integer', nullable: true }) widthMm: number | null;
}

@Entity('boxes')
class Box {
  @IdColumn() id: string;
  @Column({ type: 'text', unique: true }) boxName: string;
  @JsonColumn({ nullable: true }) contents: Record<string, string[]> | null;
  @BigintColumn() sizeBytes: number;
  @BigintColumn({ nullable: true }) amountCents: number | null;
  @CreatedAtColumn() createdAt: Date;
  @TimestampColumn({ nullable: true }) openedAt: Date | null;
  @UuidColumn() shelfId: string;
  @ManyToOne(() => Shelf) @JoinColumn() shelf: Relation<Shelf>;
}

const boxOpened = { name: 'box.opened', schema: z.object({ boxId: z.uuid() }) };

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect({
    url: test.url,
    entities: [Box, Shelf],
    poolSize: 4,
    applicationName: 'test',
    onPoolError: () => undefined,
  });
  await database.query(`CREATE TABLE shelves (id uuid PRIMARY KEY DEFAULT uuidv7(), label text NOT NULL)`);
  await database.query(`CREATE TABLE boxes (
    id uuid PRIMARY KEY DEFAULT uuidv7(), box_name text NOT NULL UNIQUE, contents jsonb, size_bytes bigint NOT NULL,
    amount_cents bigint, created_at timestamptz NOT NULL DEFAULT now(), opened_at timestamptz,
    shelf_id uuid NOT NULL REFERENCES shelves)`);
});

afterAll(async () => {
  await database?.close();
  await test?.drop();
});

describe('entities', () => {
  it('get their id and time from the database and give 64-bit integers as numbers', async () => {
    const shelf = await database.manager.save(database.manager.create(Shelf, { label: 'left' }));
    const box = await database.manager.save(
      database.manager.create(Box, { boxName: 'a', sizeBytes: 2 ** 40, shelfId: shelf.id }),
    );
    expect(box.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(box.createdAt).toBeInstanceOf(Date);
    const found = await database.manager.findOneByOrFail(Box, { id: box.id });
    expect(found).toMatchObject({ sizeBytes: 2 ** 40, amountCents: null, openedAt: null, shelfId: shelf.id });
  });

  it('agree with tables created by raw SQL, including the names of keys', async () => {
    expect(await schemaDiff(test.url, [Box, Shelf])).toEqual([]);
    const missing = await schemaDiff(test.url, [WiderShelf]);
    expect(missing.map((step) => step.up)).toEqual([expect.stringContaining('ADD "width_mm"')]);
  });
});

describe('query', () => {
  it('store JSON whose texts PostgreSQL refuses, with U+FFFD in their place', async () => {
    const [shelf] = await database.query<{ id: string }>(`INSERT INTO shelves (label) VALUES ('odd') RETURNING id`);
    const odd = { boxName: 'odd', sizeBytes: 0, shelfId: shelf!.id };
    await database.manager.insert(Box, { ...odd, contents: { 'a\0': ['\ud83c', '\ud83c\udfa7'] } });
    const { contents } = await database.manager.findOneByOrFail(Box, { boxName: 'odd' });
    expect(contents).toEqual({ 'a\ufffd': ['\ufffd', '\ud83c\udfa7'] });
    await database.manager.update(Box, { boxName: 'odd' }, { contents: null });
    expect((await database.manager.findOneByOrFail(Box, { boxName: 'odd' })).contents).toBeNull();
  });

  it('returns rows for every kind of statement', async () => {
    const inserted = await database.query<{ id: string }>(`INSERT INTO shelves (label) VALUES ('q') RETURNING id`);
    const updated = await database.query(`UPDATE shelves SET label = 'r' WHERE id = $1 RETURNING label`, [
      inserted[0]?.id,
    ]);
    expect(updated).toEqual([{ label: 'r' }]);
    expect(await database.query(`DELETE FROM shelves WHERE id = $1`, [inserted[0]?.id])).toEqual([]);
  });
});

describe('transaction', () => {
  const outbox = () => database.query<{ event: string; payload: unknown }>('SELECT event, payload FROM outbox');
  const boxId = '01900000-0000-7000-8000-0000000000aa';

  it('is READ COMMITTED, whatever the server prefers, and ends when its process freezes', async () => {
    await database.query(
      `ALTER DATABASE ${new URL(test.url).pathname.slice(1)} SET default_transaction_isolation TO serializable`,
    );
    const fresh = await Database.connect({
      url: test.url,
      entities: [],
      poolSize: 1,
      applicationName: 'test',
      onPoolError: () => undefined,
    });
    const [settings] = await fresh.transaction((tx) =>
      tx.query(`SELECT current_setting('transaction_isolation') AS level,
        current_setting('idle_in_transaction_session_timeout') AS patience`),
    );
    await fresh.close();
    expect(settings).toEqual({ level: 'read committed', patience: '1min' });
  });

  it('rolls back its writes and its events together', async () => {
    await expect(
      database.transaction(async (tx) => {
        await tx.query(`INSERT INTO shelves (label) VALUES ('gone')`);
        tx.emit(boxOpened, { boxId });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.query(`SELECT 1 FROM shelves WHERE label = 'gone'`)).toEqual([]);
    expect(await outbox()).toEqual([]);
  });

  it('commits them together, and notifies the relay and the browsers only then', async () => {
    const listener = new Client({ connectionString: test.url });
    await listener.connect();
    const channels: string[] = [];
    const both = new Promise<void>((resolve) => {
      listener.on('notification', (message) => {
        channels.push(message.channel);
        if (channels.length === 2) resolve();
      });
    });
    await listener.query('LISTEN live; LISTEN outbox');
    await database.transaction(async (tx) => {
      tx.emit(boxOpened, { boxId });
      tx.emit(boxOpened, { boxId });
      tx.live({ topic: 'files', studioId: null, userIds: [boxId] });
      expect(await outbox()).toEqual([]);
    });
    await both;
    await listener.end();
    expect(channels.sort()).toEqual(['live', 'outbox']);
    expect(await outbox()).toEqual([
      { event: 'box.opened', payload: { boxId } },
      { event: 'box.opened', payload: { boxId } },
    ]);
  });

  it('stores events whose texts PostgreSQL refuses, with U+FFFD in their place', async () => {
    const named = { name: 'box.named', schema: z.object({ name: z.string() }) };
    await database.transaction(async (tx) => tx.emit(named, { name: 'half \ud83c, nothing \0' }));
    expect(await outbox()).toContainEqual({ event: 'box.named', payload: { name: 'half \ufffd, nothing \ufffd' } });
    await database.query(`DELETE FROM outbox WHERE event = 'box.named'`);
  });

  it('refuses a payload that does not match the schema, and an emit after its end', async () => {
    let late: (() => void) | undefined;
    await expect(
      database.transaction(async (tx) => {
        late = () => tx.emit(boxOpened, { boxId });
        tx.emit(boxOpened, { boxId: 'x' });
      }),
    ).rejects.toThrow(z.ZodError);
    await database.transaction(async (tx) => {
      late = () => tx.emit(boxOpened, { boxId });
    });
    expect(late).toThrow('over');
  });

  it('refuses a live update that PostgreSQL could not carry', async () => {
    const userIds = Array.from({ length: 300 }, () => boxId);
    await expect(
      database.transaction(async (tx) => tx.live({ topic: 'files', studioId: null, userIds })),
    ).rejects.toThrow('longer than');
  });
});

describe('runMigrations', () => {
  it('can be called by several processes at once', async () => {
    const empty = await createEmptyDatabase();
    await Promise.all([runMigrations(empty.url), runMigrations(empty.url), runMigrations(empty.url)]);
    const client = new Client({ connectionString: empty.url });
    await client.connect();
    const { rows } = await client.query(`SELECT to_regclass('outbox') AS outbox, to_regclass('bullmq.job') AS queue`);
    await client.end();
    await empty.drop();
    expect(rows[0].outbox).toBe('outbox');
  });
});
