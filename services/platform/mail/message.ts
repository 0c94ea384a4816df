import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.js';

/** The mail as nodemailer takes it; programs that answer mail by themselves are asked not to. */
export const messageOf = (
  { id, fromName, to, replyTo, subject, text, html, headers, attachments = [] }: Mail,
  from: string,
): SendMailOptions => ({
  messageId: `<${id}@${domainOf(from)}>`,
  from: fromName ? { name: fromName, address: addressOf(from) } : from,
  to,
  ...(replyTo && { replyTo }),
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  attachments: attachments.map(({ fileName, contentType, bytes }) => ({
    filename: fileName,
    contentType,
    content: Buffer.from(bytes),
  })),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** The address in `Name <address>`. */
const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

/** The domain of the sender's address: mail filters distrust a Message-ID without a full one. */
function domainOf(sender: string): string {
  const domain = addressOf(sender).split('@').at(-1)!;
  return domainToASCII(domain) || domain;
}
