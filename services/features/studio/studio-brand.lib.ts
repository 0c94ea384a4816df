import type { Role } from '../../platform/http/actor.js';
import type { MailAddress } from '../../platform/mail/mailer.js';
import type { Studio } from './studio.entity.js';

/** The studio's name as shown to its clients. */
export const studioTitle = ({ name, brandName }: Pick<Studio, 'name' | 'brandName'>): string => brandName || name;

/** The sender of a mail: a studio or, if none is known, the portal. */
export interface MailBrand {
  name: string;
  /** #RRGGBB, or empty for the product's own colour. */
  color: string;
  /** The studio's last lines in mails to its clients. */
  closing: string;
}

type BrandedStudio = Pick<Studio, 'name' | 'brandName' | 'brandColor'>;
type MailingStudio = BrandedStudio & Pick<Studio, 'mailClosing'>;

/** `reader`: engineers do not get the words that the studio has for its clients. */
export const mailBrand = (studio: MailingStudio | null, portal: { brand: string }, reader: Role): MailBrand =>
  studio
    ? { name: studioTitle(studio), color: studio.brandColor, closing: reader === 'client' ? studio.mailClosing : '' }
    : { name: portal.brand, color: '', closing: '' };

/** The `replyTo` of a mail that no engineer has caused, and the sentence about it. Without an address, replies are not read. */
export function replies(
  studio: BrandedStudio | null,
  address: string | null,
): { sentence: string; replyTo?: MailAddress } {
  if (!studio || !address) return { sentence: 'Replies are not read.' };
  const name = studioTitle(studio);
  return { sentence: `Reply to this email to write to ${name}.`, replyTo: { name, address } };
}

/** The address that receives clients' replies: the studio's or, if it has set none, the given engineer's. */
export const replyTo = (studio: BrandedStudio & Pick<Studio, 'contactEmail'>, engineerEmail: string): MailAddress => ({
  name: studioTitle(studio),
  address: studio.contactEmail || engineerEmail,
});
