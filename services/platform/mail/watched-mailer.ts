import type { Database } from '../database/database.js';
import { DependencyUnavailableError, NotYetError, PermanentError } from '../events/handler.js';
import { UnansweredError } from './handovers.js';
import { type Mail, Mailer } from './mailer.js';

/** Records in the database whether the mail server answers, so that every process can report it. */
export class WatchedMailer extends Mailer {
  constructor(
    private readonly inner: Mailer,
    private readonly database: Database,
  ) {
    super();
  }

  send(mail: Mail, signal: AbortSignal): Promise<void> {
    return this.watched(this.inner.send(mail, signal));
  }

  check(): Promise<void> {
    return this.watched(this.inner.check());
  }

  private async watched(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (isOutage(error)) await noteAway(this.database).catch(() => undefined);
      throw error;
    }
    // The mail has been sent, so an error here must not send it again. The next check repeats this.
    await noteBack(this.database).catch(() => undefined);
  }
}

/** @throws when the server accepted nothing at the last attempt. */
export async function assertMailServerAnswers(database: Database): Promise<void> {
  const since = await mailAwaySince(database);
  if (since) throw new Error(`The mail server has not answered since ${since.toISOString()}`);
}

export async function mailAwaySince(database: Database): Promise<Date | null> {
  const [row] = await database.query<{ since: Date | null }>('SELECT mail_away_since AS since FROM installation');
  return row?.since ?? null;
}

const noteAway = (database: Database) =>
  database.query('UPDATE installation SET mail_away_since = now() WHERE mail_away_since IS NULL');

const noteBack = (database: Database) =>
  database.query('UPDATE installation SET mail_away_since = NULL WHERE mail_away_since IS NOT NULL');

/** A refusal of one mail or one receiver does not count, nor does a mail that the server took: it can be reached. */
function isOutage(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (error instanceof PermanentError || error instanceof UnansweredError || error instanceof NotYetError) return false;
  if (error instanceof DependencyUnavailableError) return isOutage(error.cause);
  return responseCode === 421 || (code !== 'EENVELOPE' && code !== 'EMESSAGE');
}
