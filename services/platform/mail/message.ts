import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.js';

/** The mail as nodemailer takes it; programs that answer mail by themselves are asked not to. */
export const messageOf = ({ id, to, subject, text, html, headers }: Mail, from: string): SendMailOptions => ({
  messageId: `<${id}@lacquer>`,
  from,
  to,
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  disableFileAccess: true,
  disableUrlAccess: true,
});
