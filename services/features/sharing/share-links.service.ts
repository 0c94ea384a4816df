import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import { hashPassword, LINK_GUESSES, refuseCommonPassword } from '../auth/passwords/credentials.service.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectPerson } from '../projects/project-person.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { Track } from '../tracks/track.entity.js';
import { User } from '../users/user.entity.js';
import { EditionsService } from './editions.service.js';
import { shareToken, shareTokenHash } from './link-token.js';
import { ShareLink } from './share-link.entity.js';
import { chosenFinals, MAKER_SHARES, MAX_WRONG_PASSWORDS, stateOf } from './sharing.policy.js';
import {
  type CreateShareLink,
  type LinkPurpose,
  MAX_PROJECT_LINKS,
  type ProjectLinks,
  type ShareLinkView,
  type UpdateShareLink,
} from './sharing.schema.js';

interface FetchRow {
  linkId: string;
  fileId: string;
  fileName: string;
  percent: number;
  completedAt: Date | null;
}

const PAGES: Record<LinkPurpose, string> = { listening: 'l', delivery: 'd' };

interface Change {
  type: 'link_changed' | 'link_revoked';
  /** Beginning of the sentence for the project's history. */
  did: string;
  columns: Partial<ShareLink>;
}

/** The columns of the given fields. A new password lets visitors try again after too many wrong ones. */
async function columnsOf({ password, endsAt, ...rest }: UpdateShareLink, known: string[]): Promise<Partial<ShareLink>> {
  const end = endsAt ? new Date(endsAt) : null;
  if (end && end <= clock.now()) throw unprocessable('end_has_passed', 'Choose an end in the future');
  if (password) await refuseCommonPassword(password, { known, leastGuesses: LINK_GUESSES });
  return {
    ...rest,
    ...(endsAt !== undefined && { endsAt: end }),
    ...(password !== undefined && { passwordHash: password && (await hashPassword(password)), wrongPasswords: 0 }),
  };
}

async function assertTracks(tx: Tx, projectId: string, trackIds: string[] | null): Promise<void> {
  const chosen = [...new Set(trackIds)];
  if ((await tx.manager.countBy(Track, { id: In(chosen), projectId })) !== chosen.length) {
    throw unprocessable('unknown_track', 'A chosen track no longer exists');
  }
}

async function makerOf(
  tx: Tx,
  { userId }: Actor,
  projectId: string,
): Promise<Pick<ShareLink, 'createdBy' | 'invitedId'>> {
  const person = await tx.manager.findOneBy(ProjectPerson, { projectId, userId });
  return { createdBy: userId, invitedId: person?.invitedId ?? null };
}

/** The ids of those links whose makers may still share their project. */
async function makersShare(source: Pick<Tx, 'query'>, links: readonly ShareLink[]): Promise<Set<string>> {
  const rows = await source.query<{ id: string }>(
    `SELECT link.id FROM share_links link JOIN ${LIVE_PROJECTS} p ON p.id = link.project_id
     WHERE link.id = ANY($1) AND ${MAKER_SHARES}`,
    [links.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The links of a project, for its engineer and its client. */
@Injectable()
export class ShareLinksService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly editions: EditionsService,
  ) {}

  /** Newest first. */
  async list(actor: Actor, projectId: string): Promise<ProjectLinks> {
    await this.access.forDeciders(actor, projectId);
    const { manager } = this.database;
    const links = await manager.find(ShareLink, { where: { projectId }, order: { createdAt: 'DESC', id: 'DESC' } });
    const tracks = await manager.find(Track, { where: { projectId }, order: { trackNumber: 'ASC' } });
    return { links: await this.views(links), tracks };
  }

  /** @throws AppError 422 for a track of another project or an end that has passed, 409 for too many links. */
  async create(actor: Actor, body: CreateShareLink): Promise<ShareLinkView> {
    const { projectId } = body;
    const project = await this.access.forDeciders(actor, projectId);
    const id = randomUUID();
    const tokenHash = shareTokenHash(shareToken(this.config.secret, id));
    const columns = await columnsOf(body, await this.namesAbout(project, body.name));
    const link = await this.database.transaction(async (tx) => {
      await this.access.lockForDeciders(tx, actor, projectId);
      if ((await tx.manager.countBy(ShareLink, { projectId })) >= MAX_PROJECT_LINKS) {
        throw conflict('too_many_links', `A project has at most ${MAX_PROJECT_LINKS} links`);
      }
      await assertTracks(tx, projectId, body.trackIds);
      const made = {
        ...columns,
        projectId,
        purpose: body.purpose,
        id,
        tokenHash,
        ...(await makerOf(tx, actor, projectId)),
      };
      const message = `Made the ${body.purpose} link “${body.name}”`;
      await recordActivity(tx, { projectId, type: 'link_created', actorId: actor.userId, message });
      await recordAudit(tx, { action: 'link_changed', subject: `${message} of ${project.title}`, subjectId: id });
      return tx.manager.save(tx.manager.create(ShareLink, made));
    });
    return this.view(link);
  }

  /** @throws AppError 422 for a track of another project or an end that has passed, 409 for a link that was ended. */
  async update(actor: Actor, linkId: string, body: UpdateShareLink): Promise<ShareLinkView> {
    const { link: found, project } = await this.find(actor, linkId);
    const columns = await columnsOf(body, await this.namesAbout(project, body.name ?? found.name));
    const link = await this.change(actor, linkId, async (tx, current) => {
      if (current.revokedAt || !(await makersShare(tx, [current])).has(linkId)) {
        throw conflict('link_ended', 'This link was ended. Renew it first');
      }
      await assertTracks(tx, current.projectId, body.trackIds ?? null);
      const { passwordHash } = columns;
      const did = passwordHash
        ? 'Changed the password of'
        : passwordHash === null && current.passwordHash
          ? 'Removed the password of'
          : 'Changed';
      return { type: 'link_changed', did, columns };
    });
    return this.view(link);
  }

  /**
   * Ends the link's address and gives it a new one, also after it was ended. An end that has passed is removed. A link
   * whose maker may no longer share the project becomes the caller's.
   */
  async renew(actor: Actor, linkId: string): Promise<ShareLinkView> {
    const link = await this.change(actor, linkId, async (tx, current) => {
      const { renewals, endsAt } = current;
      const next = renewals + 1;
      const tokenHash = shareTokenHash(shareToken(this.config.secret, linkId, next));
      const end = endsAt && endsAt > clock.now() ? endsAt : null;
      const isTheirs = (await makersShare(tx, [current])).has(linkId);
      const maker = isTheirs ? {} : await makerOf(tx, actor, current.projectId);
      return {
        type: 'link_changed',
        did: 'Gave a new address to',
        columns: { renewals: next, tokenHash, revokedAt: null, endsAt: end, ...maker, wrongPasswords: 0 },
      };
    });
    return this.view(link);
  }

  /** Ends a link at once. */
  async revoke(actor: Actor, linkId: string): Promise<ShareLinkView> {
    const link = await this.change(actor, linkId, (_tx, { revokedAt }) =>
      revokedAt ? null : { type: 'link_revoked', did: 'Ended', columns: { revokedAt: clock.now() } },
    );
    return this.view(link);
  }

  private async change(
    actor: Actor,
    linkId: string,
    changeOf: (tx: Tx, current: ShareLink) => Change | null | Promise<Change | null>,
  ): Promise<ShareLink> {
    const { project } = await this.find(actor, linkId);
    return this.database.transaction(async (tx) => {
      await this.access.lockForDeciders(tx, actor, project.id, 'Link');
      const current = await tx.manager.findOneByOrFail(ShareLink, { id: linkId });
      const change = await changeOf(tx, current);
      if (!change) return current;
      const { type, did, columns } = change;
      const message = `${did} the ${current.purpose} link “${current.name}”`;
      await recordActivity(tx, { projectId: project.id, type, actorId: actor.userId, message });
      await recordAudit(tx, { action: 'link_changed', subject: `${message} of ${project.title}`, subjectId: linkId });
      return tx.manager.save(Object.assign(current, columns));
    });
  }

  private async find(actor: Actor, linkId: string): Promise<{ link: ShareLink; project: Project }> {
    const { manager } = this.database;
    const link = await manager.findOneBy(ShareLink, { id: linkId });
    if (!link) throw notFound('Link');
    return { link, project: await this.access.forDeciders(actor, link.projectId, manager, 'Link') };
  }

  /** Names that a link's password must not be made of. */
  private async namesAbout({ title, studioId, clientId }: Project, recipient: string): Promise<string[]> {
    const { manager } = this.database;
    const { name, brandName } = await manager.findOneByOrFail(Studio, { id: studioId });
    const client = await manager.findOneByOrFail(User, { id: clientId });
    return [this.config.brand, title, name, brandName, recipient, client.name];
  }

  private async view(link: ShareLink): Promise<ShareLinkView> {
    const [view] = await this.views([link]);
    return view!;
  }

  private async views(links: ShareLink[]): Promise<ShareLinkView[]> {
    const people = await this.database.manager.findBy(User, { id: In(links.map(({ createdBy }) => createdBy)) });
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const fetches = await this.fetchesOf(links);
    const sharing = await makersShare(this.database, links);
    const editions = await this.editions.newest(links.map(({ projectId }) => projectId));
    return links.map((link) => {
      const finals = chosenFinals(link, editions.get(link.projectId)?.content.finals ?? []);
      const current = new Set(finals.map(({ fileId }) => fileId));
      return {
        id: link.id,
        purpose: link.purpose,
        name: link.name,
        url: `${this.config.publicUrl}/${PAGES[link.purpose]}/${shareToken(this.config.secret, link.id, link.renewals)}`,
        state: stateOf(link, sharing.has(link.id), clock.now()),
        hasPassword: link.passwordHash !== null,
        passwordStopped: link.passwordHash !== null && link.wrongPasswords >= MAX_WRONG_PASSWORDS,
        endsAt: link.endsAt && isoTime(link.endsAt),
        trackIds: link.trackIds,
        formats: link.formats,
        commentsAllowed: link.commentsAllowed,
        createdAt: isoTime(link.createdAt),
        createdByName: names.get(link.createdBy) ?? '',
        timesOpened: link.timesOpened,
        lastOpenedAt: link.lastOpenedAt && isoTime(link.lastOpenedAt),
        finals: link.purpose === 'listening' ? null : finals.length,
        fetches: fetches
          .filter(({ linkId }) => linkId === link.id)
          .map(({ fileId, fileName, percent, completedAt }) => ({
            fileId,
            fileName,
            percent,
            completedAt: completedAt && isoTime(completedAt),
            isCurrent: current.has(fileId),
          })),
      };
    });
  }

  private fetchesOf(links: ShareLink[]): Promise<FetchRow[]> {
    return this.database.query<FetchRow>(
      `SELECT fetched.link_id AS "linkId", file.id AS "fileId", file.original_name AS "fileName",
         CASE WHEN fetched.completed_at IS NULL THEN least(99, 100 * (
           SELECT sum(upper(part) - lower(part)) FROM unnest(fetched.received) part) / greatest(1, audio.size_bytes)
         )::integer ELSE 100 END AS percent, fetched.completed_at AS "completedAt"
       FROM share_link_fetches fetched JOIN files file ON file.id = fetched.file_id JOIN audio ON audio.id = file.audio_id
       WHERE fetched.link_id = ANY($1) ORDER BY fetched.created_at DESC, file.id`,
      [links.map(({ id }) => id)],
    );
  }
}
