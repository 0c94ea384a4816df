import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { createStorage } from '../../platform/storage/create.js';
import { type DiskStorage } from '../../platform/storage/disk.js';
import { createDiskHandler } from '../../platform/storage/disk-http.js';
import type { SignedUpload, Storage } from '../../platform/storage/storage.js';

/** TEST_S3_URL has STORAGE_URL's form; TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY go with it. */
const { TEST_S3_URL, TEST_S3_ACCESS_KEY = 'test:tester', TEST_S3_SECRET_KEY = 'testing-secret' } = process.env;

/** One of the implementations, opened before the tests of its suite; its objects are removed after them. */
export interface TestStore {
  name: 'disk' | 'S3';
  readonly storage: Storage;
  newKey(fileName?: string): string;
  read(key: string): Promise<Buffer>;
}

interface OpenedStore {
  storage: Storage;
  close: () => Promise<void>;
}

/** Runs a suite on the disk store and on S3. Without TEST_S3_URL, the S3 tests are skipped with a message. */
export function describeStores(title: string, define: (store: TestStore) => void): void {
  describeStore(`${title} on disk`, 'disk', openDisk, define);
  describeOnS3(title, () => describeStore('its store', 'S3', () => openS3(title), define));
}

/** Groups tests that need an S3 server. Without TEST_S3_URL they are skipped with a message. */
export function describeOnS3(title: string, define: () => void): void {
  if (!TEST_S3_URL) process.stderr.write(`SKIPPED, because TEST_S3_URL is not set: ${title} on S3\n`);
  (TEST_S3_URL ? describe : describe.skip)(`${title} on S3`, define);
}

/** Settings of an application that stores in the suite's own bucket. */
export const s3Settings = (title: string): Record<string, string> => ({
  STORAGE_URL: bucketUrl(title),
  S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
  S3_SECRET_KEY: TEST_S3_SECRET_KEY,
});

/** Objects left by a killed run belong to a database that does not exist any more. */
export async function emptyBucket(title: string): Promise<void> {
  const { storage } = await openS3(title);
  for await (const { key } of storage.list('')) await storage.delete(key);
}

export interface DiskServer extends OpenedStore {
  storage: DiskStorage;
  root: string;
  publicUrl: string;
  server: Server;
  /** Errors that the handler reported as not the client's fault. */
  errors: unknown[];
  /** Waits until the handler is done with every request. */
  idle: () => Promise<unknown>;
}

/** A disk store in a new folder with the handler of its signed URLs on a free port. */
export async function openDisk(windowMs?: number): Promise<DiskServer> {
  const root = await mkdtemp(join(tmpdir(), 'storage-test-'));
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = createStorage({ storageUrl: `file:${root}`, publicUrl, secret: 'test secret' }) as DiskStorage;
  const errors: unknown[] = [];
  const handler = createDiskHandler(storage, { onError: (error) => errors.push(error), ...(windowMs && { windowMs }) });
  const handled: Promise<void>[] = [];
  server.on('request', (req, res) => handled.push(handler(req, res)));
  await storage.open();
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await rm(root, { recursive: true });
  };
  return { storage, root, publicUrl, server, errors, idle: () => Promise.all(handled), close };
}

/** A bucket for each suite, because one of them sweeps all of its bucket's uploads. */
function bucketUrl(title: string): string {
  // Skipped suites are declared all the same.
  const url = new URL(TEST_S3_URL ?? 's3://not-there');
  url.host += `-${title.toLowerCase().replaceAll(' ', '-')}`;
  return url.href;
}

async function openS3(title: string): Promise<OpenedStore> {
  const keys = { s3AccessKey: TEST_S3_ACCESS_KEY, s3SecretKey: TEST_S3_SECRET_KEY };
  const storage = createStorage({
    storageUrl: bucketUrl(title),
    publicUrl: 'http://localhost',
    secret: 'test secret',
    ...keys,
  });
  await storage.open();
  return { storage, close: async () => undefined };
}

function describeStore(
  title: string,
  name: TestStore['name'],
  open: () => Promise<OpenedStore>,
  define: (store: TestStore) => void,
): void {
  describe(title, () => {
    const folder = `test/${randomUUID()}`;
    const store = { ...unopened(name, folder) };
    let close: () => Promise<void>;

    beforeAll(async () => {
      const opened = await open();
      store.storage = opened.storage;
      close = opened.close;
    });

    afterAll(async () => {
      try {
        for await (const { key } of store.storage.list(`${folder}/`)) await store.storage.delete(key);
      } finally {
        await close();
      }
    });

    define(store);
  });
}

function unopened(name: TestStore['name'], folder = ''): TestStore & { storage: Storage } {
  let count = 0;
  return {
    name,
    storage: undefined as unknown as Storage,
    newKey: (fileName = 'song.wav') => `${folder}/${++count}/${fileName}`,
    async read(key) {
      return buffer((await this.storage.get(key)).body);
    },
  };
}

export const HOUR_S = 3600;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Matches a StorageError with that code. */
export const failing = (code: string): object => expect.objectContaining({ name: 'StorageError', code });

export function send(upload: SignedUpload, bytes: Uint8Array): Promise<Response> {
  return fetch(upload.url, { method: upload.method, headers: upload.headers, body: Buffer.from(bytes) });
}
