import { expect, it } from '@jest/globals';
import { type projectRoles } from '../../platform/domain-words.js';
import { inviteMail } from './invite-mail.js';

const textFor = (role: (typeof projectRoles)[number]) =>
  inviteMail({
    invite: { name: 'Mo', expiresAt: new Date('2026-12-01T00:00:00Z') },
    studio: { name: 'Lacquer', brandName: '', brandColor: '#0fada8', mailClosing: '', timeZone: 'UTC' },
    engineerName: 'Ada',
    projectTitle: 'Inland',
    role,
    url: 'https://portal.test/join/1',
  }).text;

it('names only what a person with the role may do', () => {
  expect(textFor('decides')).toMatch(/approve the masters, and download the finals/);
  expect(textFor('comments')).toMatch(/comment on exact moments/);
  expect(textFor('comments')).not.toMatch(/download|approve/);
  expect(textFor('listens')).toMatch(/read the comments/);
  expect(textFor('listens')).not.toMatch(/download|approve|comment on/);
});
