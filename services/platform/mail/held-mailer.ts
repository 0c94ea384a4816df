import type { Database } from '../database/database.js';
import { PermanentError } from '../events/handler.js';
import { type Mail, Mailer } from './mailer.js';

/**
 * Refuses every mail of a restored installation until its operator releases mail: a copy made for practice would write
 * to real people, and the original may have sent the same mails. Refused mails are shown as not sent, and can be sent
 * again.
 */
export class HeldMailer extends Mailer {
  constructor(
    private readonly inner: Mailer,
    private readonly database: Database,
  ) {
    super();
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    if (await mailHeldSince(this.database)) {
      throw new PermanentError(
        'This installation was restored from a backup, and its operator has not released mail yet',
      );
    }
    return this.inner.send(mail, signal);
  }

  check(): Promise<void> {
    return this.inner.check();
  }
}

/** When the installation was restored; null when mail may be sent. */
export async function mailHeldSince(database: Pick<Database, 'query'>): Promise<Date | null> {
  const [row] = await database.query<{ since: Date | null }>('SELECT mail_held_since AS since FROM installation');
  return row?.since ?? null;
}

export async function releaseMail(database: Pick<Database, 'query'>): Promise<void> {
  await database.query('UPDATE installation SET mail_held_since = NULL');
}
