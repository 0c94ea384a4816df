import { createTransport } from 'nodemailer';
import { PermanentError } from '../events/handler.js';
import { type Mail, Mailer } from './mailer.js';
import { messageOf } from './message.js';

const TIMEOUT_MS = 20_000;

/** Hands mail to an SMTP server, a connection for each. */
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

/** Nobody can have an address under `.invalid` (RFC 2606): demo people and deleted accounts do. */
const hasNoMailbox = (address: string): boolean => address.toLowerCase().endsWith('.invalid');

/** A 5xx to sender, receiver or message. A refused sign-in is not one: the operator mends it, and the mail goes out. */
function isRefusal(error: unknown): error is Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}
