import { clock } from '../clock.js';
import type { Database } from '../database/database.js';
import { DependencyUnavailableError, NotYetError, PermanentError } from '../events/handler.js';

type Queries = Pick<Database, 'query'>;

/** Milliseconds; tests shorten them. */
export const handoverTimes = {
  /** A mail whose handover was not answered is handed over once more after this … */
  secondTryMs: 3_600_000,
  /** … or later, while the server cannot be reached; after this it stays without an answer. */
  givenUpMs: 86_400_000,
};

const KEPT_DAYS = 30;

/** The mail server was given the whole mail and has not answered: the mail may have arrived or not. */
export class UnansweredError extends DependencyUnavailableError {}

interface Handover {
  tries: number;
  handedOverAt: Date;
  answeredAt: Date | null;
}

/**
 * Records in the database when a mail was given to the mail server, just before the end of its data, and whether the
 * server answered. Without an answer the mail may have arrived (RFC 5321, 4.5.3.2.6), so that it is sent at most once
 * more, however many workers die meanwhile.
 */
export class MailHandovers {
  constructor(private readonly database: Queries) {}

  /**
   * Runs `transmit`, which must await `handOver` before it ends the mail's data. Resolves without running it if the
   * server has already taken the mail, and resolves when the mail stays without an answer: it must not count as failed.
   * @throws NotYetError while an earlier handover may still be answered; UnansweredError after the first handover
   * without an answer; DependencyUnavailableError if a second one was not possible; otherwise the error of `transmit`.
   */
  async once(id: string, transmit: (handOver: () => Promise<void>) => Promise<void>): Promise<void> {
    const earlier = await this.find(id);
    if (earlier?.answeredAt || (earlier && earlier.tries > 1)) return;
    const waitMs = earlier ? handoverTimes.secondTryMs - ageMs(earlier) : 0;
    if (waitMs > 0) throw new NotYetError(`${id} was handed over and may still arrive`, { delayMs: waitMs });
    let claim: Promise<void> | undefined;
    try {
      await transmit(() => (claim = this.claim(id)));
    } catch (error) {
      // A server may refuse a mail before its end, while the claim is being written.
      const isHandedOver = await claim?.then(
        () => true,
        () => false,
      );
      await this.settle(id, earlier, isHandedOver === true, error);
      return;
    }
    // The mail has been sent, so an error here must not send it again.
    await this.database
      .query('UPDATE mail_handovers SET answered_at = $2 WHERE mail_id = $1', [id, clock.now()])
      .catch(() => undefined);
  }

  /** Decides what follows a failed transmission; resolves if the mail stays without an answer. */
  private async settle(id: string, earlier: Handover | null, isHandedOver: boolean, error: unknown): Promise<void> {
    if (error instanceof NotYetError) throw error;
    const delayMs = handoverTimes.secondTryMs;
    if (earlier) {
      const isOver = isHandedOver || error instanceof PermanentError || ageMs(earlier) > handoverTimes.givenUpMs;
      if (isOver) return;
      throw new DependencyUnavailableError(`${id} cannot be sent once more`, { cause: error, delayMs });
    }
    if (!isHandedOver) throw error;
    if (!isAnswer(error)) {
      throw new UnansweredError(`The mail server took ${id} and did not answer`, { cause: error, delayMs });
    }
    await this.database.query('DELETE FROM mail_handovers WHERE mail_id = $1', [id]);
    throw error;
  }

  private async find(id: string): Promise<Handover | null> {
    const [row] = await this.database.query<Handover>(
      `SELECT tries, handed_over_at AS "handedOverAt", answered_at AS "answeredAt"
       FROM mail_handovers WHERE mail_id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** @throws NotYetError if another worker has handed the mail over in the meantime. */
  private async claim(id: string): Promise<void> {
    const claimed = await this.database.query(
      `INSERT INTO mail_handovers AS earlier (mail_id, tries, handed_over_at) VALUES ($1, 1, $2)
       ON CONFLICT (mail_id) DO UPDATE SET tries = earlier.tries + 1, handed_over_at = excluded.handed_over_at
       WHERE earlier.tries = 1 AND earlier.answered_at IS NULL AND earlier.handed_over_at <= $3 RETURNING 1`,
      [id, clock.now(), new Date(clock.now().getTime() - handoverTimes.secondTryMs)],
    );
    if (claimed.length === 0) throw new NotYetError(`Another worker has handed over ${id}`);
  }
}

const ageMs = ({ handedOverAt }: Handover): number => clock.now().getTime() - handedOverAt.getTime();

/** Whether the server refused the mail in words; all other errors come from the connection. */
const isAnswer = (error: unknown): boolean =>
  error instanceof PermanentError || ((error as { responseCode?: number }).responseCode ?? 0) >= 400;

/** Mails of the last 30 days that the server was given over a minute ago without answering: how many, and the last time. */
export async function unansweredMails(database: Queries): Promise<{ count: number; lastAt: Date | null }> {
  const [row] = await database.query<{ count: number; lastAt: Date | null }>(
    `SELECT count(*)::integer AS count, max(handed_over_at) AS "lastAt" FROM mail_handovers
     WHERE answered_at IS NULL AND handed_over_at < $1::timestamptz - interval '1 minute'`,
    [clock.now()],
  );
  return row!;
}

/** Jobs try a mail for less than a day, so older rows only inform the operator. */
export async function forgetOldHandovers(database: Queries): Promise<void> {
  await database.query('DELETE FROM mail_handovers WHERE handed_over_at < now() - make_interval(days => $1)', [
    KEPT_DAYS,
  ]);
}
