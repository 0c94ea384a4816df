import { createTransport } from 'nodemailer';
import { Mailer, type Mail } from './mailer.js';
import { messageOf } from './message.js';

const TIMEOUT_MS = 20_000;

/** Hands mail to an SMTP server, a connection for each. */
export class SmtpMailer extends Mailer {
  readonly #transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.#transport = createTransport(url, {});
  }

  async send(mail: Mail): Promise<void> {
    await this.#transport.sendMail({ ...messageOf(mail, this.from), signal: AbortSignal.timeout(TIMEOUT_MS) });
  }
}
