import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import { PermanentError } from '../events/handler.js';
import type { MailHandovers } from './handovers.js';
import { type Mail, Mailer } from './mailer.js';
import { messageOf } from './message.js';
import { Turns } from './turns.js';

/** Milliseconds; tests shorten them. */
export const smtpTimes = {
  /** The connection takes at most this long, and so does the greeting. */
  connectMs: 20_000,
  /** A transfer takes at most this long, until the mail's data ends. */
  transferMs: 300_000,
  /** The answer comes at most this long after that: content scanners take minutes, and RFC 5321 asks for ten. */
  answerMs: 600_000,
  /** A worker that stops waits at most this long for the answer. */
  stopMs: 5_000,
};

/** Mails that are being transferred at once. Those that wait for their answers do not count, so they delay no others. */
const TRANSFERS = 4;

/** Sends mail to an SMTP server, with one connection for each. */
export class SmtpMailer extends Mailer {
  private readonly turns = new Turns(TRANSFERS);

  constructor(
    private readonly url: string,
    private readonly from: string,
    private readonly handovers: MailHandovers,
  ) {
    super();
  }

  async check(): Promise<void> {
    await this.transport({ socketTimeout: smtpTimes.connectMs }).verify();
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    if (hasNoMailbox(mail.to.address)) return;
    await this.handovers.once(mail.id, (handOver) => this.transmit(mail, signal, handOver));
  }

  private async transmit(mail: Mail, signal: AbortSignal, handOver: () => Promise<void>): Promise<void> {
    const endTurn = await this.turns.take();
    const transport = this.transport({});
    const ending = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const endIn = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(), ms);
    };
    let isHandedOver = false;
    let notHandedOver: Error | undefined;
    const onStop = (): void => endIn(isHandedOver ? smtpTimes.stopMs : 0);
    const beforeTheEnd = async (): Promise<void> => {
      if (ending.signal.aborted) throw new Error('The transfer was ended');
      await handOver();
      isHandedOver = true;
      endTurn();
      endIn(signal.aborted ? smtpTimes.stopMs : smtpTimes.answerMs);
    };
    transport.use('stream', ({ message }, done) => {
      message.transform(
        new PassThrough({
          flush(callback) {
            beforeTheEnd().then(
              () => callback(),
              (error: Error) => {
                notHandedOver = error;
                callback(error);
              },
            );
          },
        }),
      );
      done();
    });
    signal.addEventListener('abort', onStop);
    endIn(signal.aborted ? 0 : smtpTimes.transferMs);
    try {
      await transport.sendMail({ ...messageOf(mail, this.from), signal: ending.signal });
    } catch (error) {
      if (notHandedOver) throw notHandedOver;
      throw isRefusal(error) ? new PermanentError(`The mail server refused ${mail.id}: ${error.message}`) : error;
    } finally {
      ending.abort();
      clearTimeout(timer);
      signal.removeEventListener('abort', onStop);
      endTurn();
    }
  }

  private transport(options: { socketTimeout?: number }) {
    const { connectMs } = smtpTimes;
    return createTransport({ url: this.url, connectionTimeout: connectMs, greetingTimeout: connectMs, ...options });
  }
}

/** Addresses under `.invalid` cannot exist (RFC 2606); demo people and deleted accounts have them. */
const hasNoMailbox = (address: string): boolean => address.toLowerCase().endsWith('.invalid');

/**
 * A 5xx for sender, receiver or message. A refused sign-in does not count: when the operator fixes it, the mail is
 * sent.
 */
function isRefusal(error: unknown): error is Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}
