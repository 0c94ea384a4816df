import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { On } from '../../../platform/events/decorators.js';
import type { HandlerContext } from '../../../platform/events/handler.js';
import type { Role } from '../../../platform/http/actor.js';
import { mailDelivery } from '../../../platform/mail/delivery.js';
import { mailHtml, mailText } from '../../../platform/mail/layout.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { addressFor, onlyStudioOf } from '../../memberships/memberships.lib.js';
import { mailBrand, replies } from '../../studio/studio-brand.lib.js';
import { isKeptAddress } from '../../users/users.writes.js';
import { linkRequested } from '../auth.events.js';
import { type LinkKind, linkToken, linkUrl } from '../sign-in-link.js';

const TEXTS: Record<LinkKind, { subject: string; paragraph: string; label: string; footer: string }> = {
  reset: {
    subject: 'Choose a new password',
    paragraph: 'Someone requested a new password for your account. The link works once and expires after one hour.',
    label: 'Choose a new password',
    footer: 'If this was not you, ignore this email. Your password stays the same.',
  },
  magic: {
    subject: 'Sign in',
    paragraph: 'Use this link to sign in without a password. It works once and expires after ten minutes.',
    label: 'Sign in',
    footer: 'If you did not request this link, ignore this email. No one else can use it.',
  },
  address: {
    subject: 'Confirm your new sign-in address',
    paragraph:
      'Use this link to sign in with this address from now on. It works once and expires after one day. Until then, ' +
      'your previous address stays.',
    label: 'Use this address',
    footer: 'If you did not request this, ignore this email. Nothing changes.',
  },
};

/** Texts of the mail without a link, if another account has the address or had it until recently. */
const REFUSALS = {
  taken: {
    subject: 'This address already has an account',
    paragraph:
      'Someone asked to sign in to another account with this address. It belongs to your account, so nothing was changed.',
    label: 'Sign in',
    footer: 'If this was you, sign in with this address, or use another one for the other account.',
  },
  kept: {
    subject: 'This address is kept for its account',
    paragraph:
      'Someone asked to sign in to another account with this address. An account had it until recently and can still be ' +
      'changed back to it by the link in our email “Your sign-in address was changed”, so nothing was changed.',
    label: null,
    footer: 'If this was you, use another address for the other account, or wait a week.',
  },
};

@Injectable()
export class AuthLinksWorker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /** Sends nothing for an unknown address, or for a used or expired link. */
  @On(linkRequested, mailDelivery)
  async mail({ linkId, kind }: z.output<typeof linkRequested.schema>, context: HandlerContext): Promise<void> {
    const [found] = await this.database.query<{
      id: string;
      name: string;
      role: Role;
      address: string;
      taken: boolean;
    }>(
      `SELECT u.id, u.name, u.role, coalesce(v.value::jsonb->>'email', u.email) AS address,
              EXISTS (SELECT FROM users other WHERE other.email = v.value::jsonb->>'email') AS taken FROM verifications v JOIN users u ON u.id::text = v.value::jsonb->>'userId'
       WHERE v.id = $1 AND v.expires_at > now()`,
      [linkId],
    );
    if (!found) return;
    const { id, role, taken, ...to } = found;
    const isKept = kind === 'address' && !taken && (await isKeptAddress(this.database, to.address, id));
    const refusal = taken ? REFUSALS.taken : isKept ? REFUSALS.kept : null;
    const studio = await onlyStudioOf(this.database, id);
    const brand = mailBrand(studio, this.config, role);
    const answers = studio && !refusal ? await addressFor(this.database, studio, role) : null;
    const { sentence, ...replying } = replies(studio, answers);
    const { subject, paragraph, label, footer } = refusal ?? TEXTS[kind];
    const own = paragraph.replace('your account', `your account at ${brand.name}`);
    const url = refusal
      ? `${this.config.publicUrl}/sign-in`
      : linkUrl(this.config.publicUrl, kind, linkToken(this.config.secret, kind, linkId));
    const content = {
      brandName: brand.name,
      brandColor: brand.color,
      heading: subject,
      body: refusal ? [paragraph] : [`Hello ${to.name},`, own],
      button: label === null ? undefined : { label, url },
      closing: refusal ? '' : brand.closing,
      footer: `${footer} ${sentence}`,
    };
    await this.mailer.send(
      {
        id: `link-${linkId}`,
        fromName: brand.name,
        ...replying,
        to: refusal ? { ...to, name: '' } : to,
        subject: `${subject} · ${brand.name}`,
        text: mailText(content),
        html: mailHtml(content),
      },
      context.signal,
    );
  }
}
