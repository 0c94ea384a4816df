export interface MailAddress {
  name: string;
  address: string;
}

/** One mail to one person. */
export interface Mail {
  /** Identifies the mail: sent again under the same id, it is the same mail. Letters, digits and hyphens. */
  id: string;
  /** Shown as the sender's name; the address is always the installation's. */
  fromName?: string;
  to: MailAddress;
  /** Address for replies; without it they go to the sender's address. */
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
  attachments?: { fileName: string; contentType: string; bytes: Uint8Array }[];
}

/**
 * Sends mail. It is an effect outside the database: call it from a job's handler, before the commit. A retry sends the
 * mail again under the same Message-ID.
 */
export abstract class Mailer {
  /**
   * Resolves when the server has taken the mail, up to ten minutes later, or has left two handovers without an answer.
   * `signal` is that of the handler's context: it ends the transfer, or the wait for the answer.
   * @throws when it was not sent; PermanentError when it was refused for good; DependencyUnavailableError when it may
   * have arrived, so that it is too early to send it again.
   */
  abstract send(mail: Mail, signal: AbortSignal): Promise<void>;

  /** @throws when the server is down or refuses the sign-in. */
  abstract check(): Promise<void>;
}
