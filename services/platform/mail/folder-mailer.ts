import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makePrivate } from '../private-folder.js';
import { type Mail, Mailer } from './mailer.js';
import { messageOf } from './message.js';

/** Keeps each mail as `ID.eml`, as it would have been sent; a mail that is sent again replaces itself. */
export class FolderMailer extends Mailer {
  private readonly transport = createTransport({ streamTransport: true, buffer: true });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  async check(): Promise<void> {}

  async send(mail: Mail): Promise<void> {
    const { message } = await this.transport.sendMail(messageOf(mail, this.from));
    await makePrivate(this.folder);
    const path = join(this.folder, `${mail.id}.eml`);
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, message as Buffer);
    await rename(unfinished, path);
  }
}
