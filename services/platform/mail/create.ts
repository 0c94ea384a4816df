import { join } from 'node:path';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import { FolderMailer } from './folder-mailer.js';
import { MailHandovers } from './handovers.js';
import { HeldMailer } from './held-mailer.js';
import type { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';
import { WatchedMailer } from './watched-mailer.js';

export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');

/** Uses SMTP when the configuration names a server, otherwise a folder. */
export const createMailer = (config: Config, database: Database): Mailer =>
  config.smtpUrl
    ? new HeldMailer(
        new WatchedMailer(new SmtpMailer(config.smtpUrl, config.mailFrom, new MailHandovers(database)), database),
        database,
      )
    : new FolderMailer(mailFolder(config), config.mailFrom);
