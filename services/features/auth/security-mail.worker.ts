import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import type { Role } from '../../platform/http/actor.js';
import { mailDelivery } from '../../platform/mail/delivery.js';
import { type MailBlock, mailHtml, mailText } from '../../platform/mail/layout.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { REORDERING } from '../../platform/text.js';
import type { AuditAction } from '../audit/audit.schema.js';
import { addressFor, onlyStudioOf } from '../memberships/memberships.lib.js';
import { mailBrand, replies } from '../studio/studio-brand.lib.js';
import { type SecurityChange, securityChanged } from './auth.events.js';
import { linkToken, linkUrl } from './sign-in-link.js';

const NOTHING_TO_DO = 'If this was you, you do not need to do anything.';

const TEXTS: Record<SecurityChange, { subject: string; paragraph: string; footer?: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    paragraph: 'The password of your account was changed. All other devices were signed out.',
  },
  second_factor_on: {
    subject: 'Two-step sign-in is on',
    paragraph: 'Two-step sign-in was switched on for your account. From now on you also need a code to sign in.',
  },
  second_factor_off: {
    subject: 'Two-step sign-in is off',
    paragraph: 'Two-step sign-in was switched off for your account. From now on you no longer need a code to sign in.',
  },
  address_changed: {
    subject: 'Your sign-in address was changed',
    paragraph: 'The address with which you sign in to your account was changed.',
  },
  address_restored: {
    subject: 'Your sign-in address was changed back',
    paragraph:
      'A link that we had mailed to this address changed the sign-in address of your account back to it. Every device ' +
      'was signed out, and the password no longer works. Choose a new one.',
    footer: 'If the address is changed again without you, the button changes it back again.',
  },
  address_replaced: {
    subject: 'Your sign-in address was changed back',
    paragraph:
      'The sign-in address of your account was changed back to the one that it had before. You can no longer sign in ' +
      'with this address.',
    footer: 'If this was not you, ask your studio for help.',
  },
  codes_stopped: {
    subject: 'Ten wrong codes for your account',
    paragraph:
      'Someone passed the first step of signing in to your account and then entered ten wrong codes. Codes from your ' +
      'authenticator app are refused until you sign in with a recovery code or a sign-in link by email.',
  },
};

/** The audited actions that the list has, with the words in front of their subjects. */
const LISTED: Partial<Record<AuditAction, string>> = {
  account_changed: 'Changed: ',
  role_changed: '',
  link_changed: '',
  deleted: 'Deleted: ',
  export: 'Exported: ',
  finals_downloaded: 'Downloaded: ',
};
const LISTED_ACTIONS = Object.keys(LISTED) as AuditAction[];
const MAX_LISTED = 200;
/** A thief may do other things before the address is changed. */
const DAYS_BEFORE = 7;

const CHANGING_BACK =
  'Changing it back signs out every device and ends the password, so that you can choose a new one.';

@Injectable()
export class SecurityMailWorker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /** Users cannot unsubscribe from these mails, because they report changes that someone else may have made. */
  @On(securityChanged, mailDelivery)
  async mail(
    { userId, change, at, undoLinkId, to: replaced, since }: z.output<typeof securityChanged.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const [user] = await this.database.query<{ name: string; role: Role; current: string; previous: string | null }>(
      `SELECT name, role, email AS current,
              (SELECT value::jsonb->>'email' FROM verifications WHERE id = $2 AND expires_at > now()) AS previous
       FROM users WHERE id = $1`,
      [userId, undoLinkId ?? null],
    );
    if (!user || (undoLinkId && !user.previous)) return;
    const to = { name: user.name, address: replaced ?? user.previous ?? user.current };
    const { subject, paragraph, footer = NOTHING_TO_DO } = TEXTS[change];
    const studio = await onlyStudioOf(this.database, userId);
    // A thief may have changed the name and the address of an engineer's own studio.
    const isClient = user.role === 'client';
    const brand = mailBrand(isClient ? studio : null, this.config, user.role);
    const { sentence, ...replying } = replies(
      studio,
      studio && isClient ? await addressFor(this.database, studio, user.role) : null,
    );
    const content = {
      brandName: brand.name,
      brandColor: brand.color,
      heading: subject,
      body: [
        `Hello ${to.name},`,
        paragraph.replace('your account', `your account at ${brand.name}`),
        ...(change === 'address_changed' ? [`The new address: ${user.current}`] : []),
        `When: ${at.slice(0, 16).replace('T', ' ')} UTC.`,
        ...(undoLinkId ? [CHANGING_BACK] : []),
        ...(since ? await this.doneSince(userId, since) : []),
      ],
      button: replaced ? undefined : this.protection(undoLinkId),
      closing: brand.closing,
      footer: `${footer} ${sentence}`,
    };
    await this.mailer.send(
      {
        id: `security-${context.eventId}`,
        fromName: brand.name,
        ...replying,
        to,
        subject: `${subject} · ${brand.name}`,
        text: mailText(content),
        html: mailHtml(content),
      },
      context.signal,
    );
  }

  /** Everything that the account has done since then and in the week before, by the audit trail; it stays as it is. */
  private async doneSince(userId: string, since: string): Promise<MailBlock[]> {
    // The last state of each link and setting, the newest first, so that changing one often hides no other.
    const done = await this.database.query<{
      action: AuditAction;
      at: Date;
      subject: string;
      count: number;
      total: number;
    }>(
      `SELECT action, subject, at, count, count(*) OVER ()::int AS total
       FROM (
         SELECT DISTINCT ON (action, key) action, subject, at, count(*) OVER (PARTITION BY action, key)::int AS count
         FROM (SELECT *, CASE action WHEN 'link_changed' THEN subject_id::text ELSE subject END AS key FROM audit_entries) entries
         WHERE user_id = $1 AND at >= $2::timestamptz - $3 * interval '1 day' AND outcome = 'ok' AND action = ANY($4)
           AND NOT (action = 'account_changed' AND subject LIKE '%sign-in address%')
         ORDER BY action, key, at DESC) last
       ORDER BY action <> 'account_changed', action IN ('export', 'finals_downloaded'), at DESC LIMIT $5`,
      [userId, since, DAYS_BEFORE, LISTED_ACTIONS, MAX_LISTED],
    );
    if (done.length === 0) return [];
    const more = done[0]!.total - done.length;
    const items = done.map(({ action, at, subject, count }) => {
      const time = at.toISOString().slice(0, 16).replace('T', ' ');
      const often = count > 1 ? ` (${count} times)` : '';
      return `${time} UTC: ${LISTED[action]}${subject.replace(REORDERING, '')}${often}`;
    });
    return [
      'This was done with your account in the week before its address was changed and since then, and it has not been ' +
        'undone. End the links, remove the people and correct the settings that are not yours:',
      { items: more > 0 ? [...items, `${more} more, in the audit trail of the portal’s operator`] : items },
    ];
  }

  /** For a user who has not made the change. */
  private protection(undoLinkId: string | undefined): { label: string; url: string } {
    const { publicUrl, secret } = this.config;
    return undoLinkId
      ? {
          label: 'This was not me: change it back',
          url: `${linkUrl(publicUrl, 'address', linkToken(secret, 'address', undoLinkId))}?back`,
        }
      : { label: 'This was not me: choose a new password', url: `${publicUrl}/forgot-password` };
  }
}
