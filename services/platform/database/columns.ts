import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';
import { storableJson } from '../text.js';

/** Primary key: UUID v7, made by the database (PostgreSQL 18), so that raw inserts get one too. */
export const IdColumn = (): PropertyDecorator => PrimaryColumn({ type: 'uuid', default: () => 'uuidv7()' });

/** Reference to another row's id. */
export const UuidColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ ...options, type: 'uuid' });

/** Point in time; reads and writes `Date`. */
export const TimestampColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'timestamptz' });

/** When the row was inserted, by the clock of the database. */
export const CreatedAtColumn = (): PropertyDecorator => Column({ type: 'timestamptz', default: () => 'now()' });

const bigintAsNumber = {
  to: (value: unknown) => value,
  from: (value: string | null) => {
    if (value === null) return null;
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a number`);
    return number;
  },
};

/** 64-bit integer (byte counts, minor units) as a number. Reading throws RangeError beyond ±2^53. */
export const BigintColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint', transformer: bigintAsNumber });

const storableTexts = {
  to: (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(storableJson(value))),
  from: (value: unknown) => value,
};

/** A `jsonb`. Texts of files and other servers may hold what PostgreSQL does not store; it is replaced. */
export const JsonColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'jsonb', transformer: storableTexts });
