import { randomBytes, randomUUID } from 'node:crypto';
import { Audio } from '../features/audio/audio.entity.js';
import { Invite } from '../features/clients/invite.entity.js';
import { inviteToken, tokenHash } from '../features/clients/invite-token.js';
import { Comment } from '../features/comments/comment.entity.js';
import { ProjectFile } from '../features/files/file.entity.js';
import { Invoice } from '../features/invoices/invoice.entity.js';
import { StudioClient } from '../features/memberships/studio-client.entity.js';
import { Project } from '../features/projects/project.entity.js';
import { ProjectPerson } from '../features/projects/project-person.entity.js';
import { Quote } from '../features/quotes/quote.entity.js';
import { shareToken, shareTokenHash } from '../features/sharing/link-token.js';
import { ShareLink } from '../features/sharing/share-link.entity.js';
import { StagingFile } from '../features/staged-files/staging-file.entity.js';
import { Studio } from '../features/studio/studio.entity.js';
import { Slot } from '../features/tracks/slot.entity.js';
import { defaultSlots } from '../features/tracks/slots.schema.js';
import { Track } from '../features/tracks/track.entity.js';
import { User } from '../features/users/user.entity.js';
import type { Config } from '../platform/config.js';
import type { Database } from '../platform/database/database.js';
import type { ProjectRole } from '../platform/domain-words.js';

/** A project with its studio and its people. */
export interface ProjectFixture {
  studio: Studio;
  engineer: User;
  client: User;
  project: Project;
}

const unique = () => randomBytes(6).toString('hex');

/**
 * Inserts rows as they would be after use, directly into the database: no event is emitted and no object is stored.
 * Rows that a row requires are created too, unless they are given.
 */
export function build({ database: { manager }, config }: { database: Database; config: Pick<Config, 'secret'> }) {
  const rows = {
    studio: (given: Partial<Studio> = {}): Promise<Studio> =>
      manager.save(manager.create(Studio, { name: 'Studio', ...given })),

    async engineer(given: Partial<User> = {}): Promise<User> {
      const studioId = given.studioId ?? (await rows.studio()).id;
      const made = { name: 'Engineer', email: `engineer-${unique()}@example.com`, role: 'engineer', studioId } as const;
      return manager.save(manager.create(User, { ...made, ...given }));
    },

    /** A client of that studio, or of none. */
    async client({ studioId, ...given }: Partial<User> = {}): Promise<User> {
      const made = { name: 'Client', email: `client-${unique()}@example.com` };
      const client = await manager.save(manager.create(User, { ...made, ...given }));
      if (studioId) await manager.insert(StudioClient, { studioId, userId: client.id });
      return client;
    },

    async project(given: Partial<Project> = {}): Promise<ProjectFixture> {
      const studio = given.studioId
        ? await manager.findOneByOrFail(Studio, { id: given.studioId })
        : await rows.studio();
      const studioId = studio.id;
      const engineer = given.engineerId
        ? await manager.findOneByOrFail(User, { id: given.engineerId })
        : await rows.engineer({ studioId });
      const client = given.clientId
        ? await manager.findOneByOrFail(User, { id: given.clientId })
        : await rows.client({ studioId });
      const parties = { studioId, engineerId: engineer.id, clientId: client.id };
      const project = await manager.save(manager.create(Project, { title: 'Project', ...given, ...parties }));
      return { studio, engineer, client, project };
    },

    /** A person who was invited to the project and accepted. */
    async person(projectId: string, role: ProjectRole, given: Partial<User> = {}): Promise<User> {
      const { studioId, engineerId } = await manager.findOneByOrFail(Project, { id: projectId });
      const person = await rows.client({ studioId, name: `Who ${role}`, ...given });
      const { id: userId, name } = person;
      await manager.insert(ProjectPerson, { projectId, userId, role, name, invitedBy: engineerId });
      return person;
    },

    /** With the six default slots, empty. */
    async track(given: Partial<Track> = {}): Promise<{ track: Track; slots: Slot[] }> {
      const projectId = given.projectId ?? (await rows.project()).project.id;
      const trackNumber = given.trackNumber ?? (await manager.countBy(Track, { projectId })) + 1;
      const made = { projectId, trackNumber, title: `Track ${trackNumber}` };
      const track = await manager.save(manager.create(Track, { ...made, ...given }));
      const slots = defaultSlots.map(({ slotType, isRequired }) =>
        manager.create(Slot, { trackId: track.id, slotType, isRequired }),
      );
      return { track, slots: await manager.save(slots) };
    },

    /** A pending invitation, for a new person unless the address is given, with the token of its mail. */
    async invite(given: Partial<Invite> = {}): Promise<{ inviteId: string; inviteToken: string }> {
      const studioId = given.studioId ?? (await rows.studio()).id;
      const client = await rows.client({ studioId });
      const id = randomUUID();
      const token = inviteToken(config.secret, id, 1);
      const made = {
        id,
        studioId,
        email: client.email,
        name: client.name,
        tokenHash: tokenHash(token),
        expiresAt: new Date(Date.now() + 86_400_000),
      };
      const invitedBy = given.invitedBy ?? (await rows.engineer({ studioId })).id;
      await manager.save(manager.create(Invite, { ...made, invitedBy, ...given }));
      return { inviteId: id, inviteToken: token };
    },

    audio: (given: Partial<Audio> = {}): Promise<Audio> =>
      manager.save(
        manager.create(Audio, {
          objectKey: `test/${unique()}.wav`,
          sizeBytes: 1000,
          contentType: 'audio/wav',
          ...given,
        }),
      ),

    async stagingFile(given: Partial<StagingFile> = {}): Promise<StagingFile> {
      const owner = await ownerOf(given.projectId);
      const audioId = given.audioId ?? (await rows.audio()).id;
      const made = { ...owner.by('engineerId'), audioId, fileName: 'master.wav', originalName: 'master.wav' };
      return manager.save(manager.create(StagingFile, { ...made, ...given }));
    },

    /** A released master unless the type says otherwise. */
    async file(given: Partial<ProjectFile> = {}): Promise<ProjectFile> {
      const owner = await ownerOf(given.projectId);
      const audioId = given.audioId ?? (await rows.audio()).id;
      const fileType = given.fileType ?? 'master';
      const uploader = owner.by(fileType === 'upload' ? 'clientId' : 'engineerId');
      const made = {
        ...uploader,
        audioId,
        fileType,
        fileName: 'master.wav',
        originalName: 'master.wav',
        completedAt: new Date(),
      };
      return manager.save(manager.create(ProjectFile, { ...made, ...given }));
    },

    /** By default 450 dollars, pending for 30 days, and the project's current quote. */
    async quote(given: Partial<Quote> & { projectId: string }): Promise<Quote> {
      const { engineerId } = await manager.findOneByOrFail(Project, { id: given.projectId });
      const version = (await manager.countBy(Quote, { projectId: given.projectId })) + 1;
      const expiresAt = new Date(Date.now() + 30 * 24 * 3600_000);
      const made = { version, amountCents: 45_000, currency: 'USD', expiresAt, createdBy: engineerId } as const;
      return manager.save(manager.create(Quote, { ...made, ...given }));
    },

    /**
     * By default 450 dollars, pending and due in 30 days; unless it is cancelled, it is the project's current invoice.
     */
    async invoice(given: Partial<Invoice> & { projectId: string }): Promise<Invoice> {
      const { projectId } = given;
      const { studioId, clientId, engineerId } = await manager.findOneByOrFail(Project, { id: projectId });
      const [client, engineer] = await Promise.all(
        [clientId, engineerId].map((id) => manager.findOneByOrFail(User, { id })),
      );
      const number = given.number ?? (await manager.countBy(Invoice, { studioId })) + 1;
      const dueDate = new Date(Date.now() + 30 * 24 * 3600_000).toISOString().slice(0, 10);
      const party = ({ name, email }: User) => ({ name, email, address: '', taxId: '' });
      const parties = { issuer: party(engineer!), recipient: party(client!) };
      const made = { studioId, number, amountCents: 45_000, currency: 'USD', dueDate, ...parties } as const;
      const invoice = await manager.save(manager.create(Invoice, { ...made, status: 'pending', ...given }));
      await manager.update(Studio, { id: studioId }, { lastInvoiceNumber: number });
      if (invoice.status !== 'cancelled') {
        const {
          id: currentInvoiceId,
          status: invoiceStatus,
          amountCents: invoiceAmountCents,
          currency: invoiceCurrency,
        } = invoice;
        await manager.update(
          Project,
          { id: projectId },
          { currentInvoiceId, invoiceStatus, invoiceAmountCents, invoiceCurrency },
        );
      }
      return invoice;
    },

    /** A listening link to the whole record, with its token. */
    async shareLink(given: Partial<ShareLink> & { projectId: string }): Promise<{ link: ShareLink; token: string }> {
      const { engineerId } = await manager.findOneByOrFail(Project, { id: given.projectId });
      const id = randomUUID();
      const token = shareToken(config.secret, id);
      const made = { id, purpose: 'listening', name: 'Label', createdBy: engineerId } as const;
      const link = manager.create(ShareLink, { ...made, tokenHash: shareTokenHash(token), ...given });
      return { link: await manager.save(link), token };
    },

    /** The author is the project's client by default. */
    async comment(given: Partial<Comment> & { projectId: string }): Promise<Comment> {
      const { clientId } = await manager.findOneByOrFail(Project, { id: given.projectId });
      return manager.save(manager.create(Comment, { userId: clientId, comment: 'Louder, please', ...given }));
    },
  };

  async function ownerOf(projectId: string | undefined) {
    const project = projectId
      ? await manager.findOneByOrFail(Project, { id: projectId })
      : (await rows.project()).project;
    return { by: (who: 'engineerId' | 'clientId') => ({ projectId: project.id, uploadedBy: project[who] }) };
  }

  return rows;
}
