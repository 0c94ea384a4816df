import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import PostalMime, { type Address } from 'postal-mime';
import { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { notFound } from '../../platform/errors.js';
import { isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page, type pageQuery } from '../../platform/http/page.js';
import { mailFolder } from '../../platform/mail/create.js';
import { mailId, type MailSummary, type MailView } from './mailbox.schema.js';

const EXTENSION = '.eml';
const cursorSchema = z.tuple([z.number(), mailId]);

interface StoredMail {
  id: string;
  /** Milliseconds since 1970. */
  keptMs: number;
}

/** Reads the folder in which mails are stored when there is no mail server. */
@Injectable()
export class MailboxService {
  private readonly folder: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.folder = mailFolder(config);
  }

  /** Newest first. */
  async list({ limit, cursor }: z.infer<typeof pageQuery>): Promise<Page<MailSummary>> {
    const after = cursor ? decodeCursor(cursor, cursorSchema) : null;
    const kept = (await this.kept()).sort(newestFirst);
    const rest = after ? kept.filter((mail) => newestFirst({ keptMs: after[0], id: after[1] }, mail) < 0) : kept;
    const mails = await Promise.all(rest.slice(0, limit + 1).map((mail) => this.read(mail)));
    return cutPage(
      mails,
      limit,
      (mail) => mail,
      ({ id, keptAt }) => [Date.parse(keptAt), id],
    );
  }

  /** @throws AppError 404 for an unknown mail. */
  async get(id: string): Promise<MailView> {
    const keptMs = await this.keptMs(id);
    if (keptMs === null) throw notFound('Mail');
    return this.read({ id, keptMs });
  }

  private async kept(): Promise<StoredMail[]> {
    const names = await readdir(this.folder).catch(orNone<string[]>([]));
    const ids = names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));
    const mails = await Promise.all(ids.map(async (id) => ({ id, keptMs: await this.keptMs(id) })));
    return mails.filter((mail): mail is StoredMail => mail.keptMs !== null && mailId.safeParse(mail.id).success);
  }

  /** Null if the mail does not exist or was deleted. */
  private async keptMs(id: string): Promise<number | null> {
    const stats = await stat(this.path(id)).catch(orNone(null));
    return stats && Math.trunc(stats.mtimeMs);
  }

  private async read({ id, keptMs }: StoredMail): Promise<MailView> {
    const { from, to, replyTo, subject, text, html, attachments } = await PostalMime.parse(
      await readFile(this.path(id)),
    );
    return {
      id,
      from: written(from && [from]),
      to: written(to),
      replyTo: written(replyTo),
      subject: subject ?? '',
      keptAt: isoTime(new Date(keptMs)),
      text: text ?? '',
      html: html ?? '',
      attachments: attachments.map(({ filename, content }) => ({
        fileName: filename ?? '',
        sizeBytes: Buffer.byteLength(content as ArrayBuffer),
      })),
    };
  }

  private path(id: string): string {
    return join(this.folder, `${id}${EXTENSION}`);
  }
}

const newestFirst = (a: StoredMail, b: StoredMail): number => b.keptMs - a.keptMs || b.id.localeCompare(a.id);

const written = (addresses: Address[] = []): string =>
  addresses.map(({ name, address }) => (name && address ? `${name} <${address}>` : name || (address ?? ''))).join(', ');

/** Handler for `catch`: returns `none` if the file or folder does not exist. */
const orNone =
  <T>(none: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return none;
    throw error;
  };
