import { createTransport } from 'nodemailer';
import { PermanentError } from '../events/handler.js';
import { type Mail, Mailer } from './mailer.js';
import { messageOf } from './message.js';

const TIMEOUT_MS = 20_000;

/** Sends mail to an SMTP server, with one connection for each. */
export class SmtpMailer extends Mailer {
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport(url, {});
  }

  async check(): Promise<void> {
    await this.transport.verify();
  }

  async send(mail: Mail): Promise<void> {
    if (hasNoMailbox(mail.to.address)) return;
    try {
      await this.transport.sendMail({ ...messageOf(mail, this.from), signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw isRefusal(error) ? new PermanentError(`The mail server refused ${mail.id}: ${error.message}`) : error;
    }
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
