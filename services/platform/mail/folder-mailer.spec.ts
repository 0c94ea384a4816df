import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FolderMailer } from './folder-mailer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacquer-mail-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('FolderMailer', () => {
  const mail = {
    id: 'a1',
    to: { name: 'Zoë', address: 'zoe@example.com' },
    subject: 'Masters',
    text: 'Hello',
    html: '<p>Hello</p>',
    headers: { 'X-Kind': 'test' },
  };

  it('keeps a mail as it would have been sent, and only once if it is sent again', async () => {
    const mailer = new FolderMailer(join(folder, 'mail'), 'Studio <studio@example.com>');
    await mailer.send(mail);
    await mailer.send(mail);
    expect(await readdir(join(folder, 'mail'))).toEqual(['a1.eml']);
    const kept = await readFile(join(folder, 'mail', 'a1.eml'), 'utf8');
    for (const line of [
      'Message-ID: <a1@example.com>',
      'From: Studio <studio@example.com>',
      'X-Kind: test',
      'Auto-Submitted: auto-generated',
    ]) {
      expect(kept).toContain(line);
    }
  });

  it('names the domain of a sender in any form and script', async () => {
    const folderOf = join(folder, 'domains');
    for (const [from, domain] of [
      ['portal@mail.example.org', 'mail.example.org'],
      ['Lacquer <Portal@Example.ORG>', 'example.org'],
      ['Zoë <zoë@müller.example>', 'xn--mller-kva.example'],
    ] as const) {
      await new FolderMailer(folderOf, from).send(mail);
      expect(await readFile(join(folderOf, 'a1.eml'), 'utf8')).toContain(`Message-ID: <a1@${domain}>`);
    }
  });

  it('does not let an address or subject add headers', async () => {
    const mailer = new FolderMailer(join(folder, 'bad'), 'studio@example.com');
    await mailer.send({
      ...mail,
      subject: 'Hi\r\nBcc: thief@example.com',
      to: { name: 'a\r\nBcc: x', address: 'zoe@example.com' },
    });
    expect(await readFile(join(folder, 'bad', 'a1.eml'), 'utf8')).not.toMatch(/^Bcc:/m);
  });
});
