import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FolderMailer } from './mail/folder-mailer.js';
import { DiskStorage } from './storage/disk.js';
import { UrlSigner } from './storage/signed-url.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lacquer-private-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const mode = async (path: string) => (await stat(path)).mode & 0o777;

it('closes the folders of objects and mails to other users, also those of an existing installation', async () => {
  await chmod(dir, 0o755);
  const storage = new DiskStorage(dir, new UrlSigner('secret', 'http://localhost'));
  await storage.open();
  for (const folder of ['', 'objects', 'uploads', 'temporary']) expect(await mode(join(dir, folder))).toBe(0o700);
  await chmod(dir, 0o755);
  await new FolderMailer(dir, 'Portal <portal@example.com>').send({
    id: 'one',
    to: { name: 'Ada', address: 'ada@example.com' },
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  });
  expect(await mode(dir)).toBe(0o700);
});
