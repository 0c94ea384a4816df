import { join } from 'node:path';
import type { Config } from '../config.js';
import { FolderMailer } from './folder-mailer.js';
import type { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');

/** By SMTP when the configuration names a server, otherwise into a folder. */
export const createMailer = (config: Config): Mailer =>
  config.smtpUrl
    ? new SmtpMailer(config.smtpUrl, config.mailFrom)
    : new FolderMailer(mailFolder(config), config.mailFrom);
