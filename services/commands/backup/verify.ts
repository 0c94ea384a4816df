import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../platform/start.js';
import { forEachAtOnce, type Manifest, objectPath, readManifest, readTable } from './folder.js';

/** The faults of a backup, as sentences; empty if there are none. */
export interface Damage {
  /** Without every table nothing can be restored. */
  tables: string[];
  /** By key. */
  objects: Map<string, string>;
}

/** Prefix of the key of an object in the trash; the database still has the SHA-256 of its file. */
const IN_TRASH = /^trash\/\d{4}-\d\d-\d\d\//;

/** How many objects a message names. */
const NAMED = 20;

/**
 * Reads the whole backup: each table to its end, and each object, whose SHA-256 is compared with the one in the
 * database and the one of the copy.
 */
export async function findDamage(folder: string, manifest: Manifest): Promise<Damage> {
  const damage: Damage = { tables: [], objects: new Map() };
  const sums = new Map<string, string>();
  for (const { name, columns, rows } of manifest.database.tables) {
    try {
      const [key, sum] = [columns.indexOf('object_key'), columns.indexOf('sha256')];
      let read = 0;
      for await (const line of linesOf(readTable(folder, name))) {
        read++;
        const values = name === 'audio' ? line.split('\t') : [];
        const [objectKey, sha256] = [values[key], values[sum]];
        if (objectKey && sha256 && sha256 !== '\\N') sums.set(unescaped(objectKey), sha256);
      }
      if (read !== rows) damage.tables.push(`The table ${name} has ${read} rows instead of ${rows}.`);
    } catch (error) {
      damage.tables.push(
        isMissing(error)
          ? `The table ${name} is missing.`
          : `The table ${name} is damaged (${(error as Error).message}).`,
      );
    }
  }
  await forEachAtOnce(Object.entries(manifest.objects), async ([key, { sizeBytes, sha256 }]) => {
    const found = await read(objectPath(folder, key));
    const wanted = sums.get(key.replace(IN_TRASH, ''));
    if (!found) damage.objects.set(key, 'is missing');
    else if (found.sizeBytes !== sizeBytes)
      damage.objects.set(key, `has ${found.sizeBytes} bytes instead of ${sizeBytes}`);
    else if (sha256 && found.sha256 !== sha256) damage.objects.set(key, 'has changed since it was copied');
    else if (wanted && found.sha256 !== wanted)
      damage.objects.set(key, 'does not have the SHA-256 that the database has of it');
  });
  return damage;
}

/**
 * `npm run backup -- --verify FOLDER`.
 * @throws StartError that lists all faults.
 */
export async function verify(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  const damage = await findDamage(folder, manifest);
  if (isDamaged(damage)) throw new StartError(`${told(folder, damage)}\n${wayOut(damage)}`);
  const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
  return `The backup of ${manifest.at} in ${folder} is whole: ${rows} rows and ${Object.keys(manifest.objects).length} objects.`;
}

export const isDamaged = ({ tables, objects }: Damage): boolean => tables.length > 0 || objects.size > 0;

export function told(folder: string, { tables, objects }: Damage): string {
  const named = [...objects].sort().slice(0, NAMED);
  const more = objects.size - named.length;
  return [
    `The backup in ${folder} is damaged.`,
    ...tables,
    ...named.map(([key, what]) => `The object ${key} ${what}.`),
    ...(more > 0 ? [`${more} more objects are missing or damaged.`] : []),
  ].join('\n');
}

export const wayOut = ({ tables }: Damage): string =>
  tables.length > 0
    ? 'Without whole tables nothing can be restored from it: take another backup, or make a new one.'
    : 'While the installation still runs, delete these files under objects/ and back up into the folder again.\n' +
      'To restore the rest without these objects: npm run restore -- --without-damaged FOLDER';

/** Not readline, which also ends lines at U+2028. */
async function* linesOf(stream: NodeJS.ReadableStream): AsyncIterable<string> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const text of stream as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

async function read(path: string): Promise<{ sizeBytes: number; sha256: string } | null> {
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  try {
    await pipeline(file, hash);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return { sizeBytes: file.bytesRead, sha256: hash.digest('hex') };
}

/** COPY writes a backslash twice, and a tab or a line end as a letter. */
const unescaped = (value: string): string =>
  value.replace(
    /\\(.)/g,
    (_, letter: string) => ({ t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' })[letter] ?? letter,
  );

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
