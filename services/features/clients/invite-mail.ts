import { deadline } from '../../platform/dates.js';
import type { ProjectRole } from '../../platform/domain-words.js';
import { mailHtml, mailText } from '../../platform/mail/layout.js';
import type { Studio } from '../studio/studio.entity.js';
import { studioTitle } from '../studio/studio-brand.lib.js';
import type { Invite } from './invite.entity.js';

interface InviteMail {
  invite: Pick<Invite, 'name' | 'expiresAt'>;
  studio: Pick<Studio, 'name' | 'brandName' | 'brandColor' | 'mailClosing' | 'timeZone'>;
  engineerName: string;
  projectTitle: string | null;
  /** The person's role in the project. */
  role: ProjectRole;
  /** URL of the page that accepts the invitation. */
  url: string;
}

/** The abilities of each role, written after a colon. */
const ABILITIES: Record<ProjectRole, string> = {
  decides:
    'listen to the previews, comment on exact moments, approve the masters, and download the finals, all in one place',
  comments: 'listen to the previews and comment on exact moments, all in one place',
  listens: 'listen to the previews and read the comments, all in one place',
};

export function inviteMail({ invite, studio, engineerName, projectTitle, role, url }: InviteMail) {
  const brandName = studioTitle(studio);
  const until = deadline(invite.expiresAt, studio.timeZone);
  const shared = projectTitle ? `“${projectTitle}”` : 'your masters';
  const content = {
    brandName,
    brandColor: studio.brandColor,
    heading: `${brandName} invites you`,
    body: [
      `Hello ${invite.name},`,
      `${engineerName} would like to share ${shared} with you: ${ABILITIES[role]}.`,
      `The link works once and is valid until ${until}.`,
    ],
    button: { label: 'Accept invitation', url },
    closing: studio.mailClosing,
    footer: `${engineerName} entered this address. If you did not expect the invitation, you can ignore it. Reply to this email to write to ${brandName}.`,
  };
  return {
    subject: projectTitle ? `${brandName} invites you to “${projectTitle}”` : `${brandName} invites you`,
    text: mailText(content),
    html: mailHtml(content),
  };
}
