import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound, unprocessable } from '../../platform/errors.js';
import type { Engineer } from '../../platform/http/actor.js';
import { id } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page, type pageQuery } from '../../platform/http/page.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { hasAccount } from './account.js';
import type { CreateInvite, InviteView } from './clients.schema.js';
import { ClientsService, sharesProfile } from './clients.service.js';
import { Invite } from './invite.entity.js';
import { inviteView, isExpired } from './invite.view.js';
import { inviteToken, tokenHash } from './invite-token.js';
import { inviteSent } from './invites.events.js';

const VALID_MS = 14 * 86_400_000;
const validUntil = () => new Date(clock.now().getTime() + VALID_MS);

/** Mails of all engineers of a studio. */
const STUDIO_RULE = { window: 3600, max: 60 };
/** Mails to one person, whoever invites them. */
const RECIPIENT_RULE = { window: 15 * 60, max: 3 };

const cursorSchema = z.tuple([id]);

/**
 * Invites and their mails. Whoever changes an invite holds the invited person's row first, so that two who invite,
 * accept or cancel at once come one after the other.
 */
@Injectable()
export class InvitesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clients: ClientsService,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Makes the person a client and mails them; one who is invited already gets a new mail, and the old link ends.
   * @throws AppError 404 for a project of another studio, 422 for one of another client.
   */
  create(engineer: Engineer, { projectId, ...person }: CreateInvite): Promise<InviteView> {
    return this.database.transaction(async (tx) => {
      const client = await this.clients.ensure(tx, engineer, person);
      if (projectId) await mustBeOf(tx, engineer, client, projectId);
      return inviteView(await this.send(tx, engineer, client, projectId ?? null), this.config);
    });
  }

  /** Mails a client whom the same transaction has ensured, unless they have accepted an invitation or have a link that works. */
  async welcome(tx: Tx, engineer: Engineer, client: User, projectId: string | null = null): Promise<void> {
    if ((await hasAccount(tx, client.id)) && (await sharesProfile(tx, engineer.studioId, client.id))) return;
    const invite = await pendingOf(tx, engineer, client.email);
    if (!invite || isExpired(invite)) await this.send(tx, engineer, client, projectId);
  }

  /**
   * The token by which a mail about that project leads somebody without an account through their invitation, which is good
   * for fourteen more days then. Null for whoever has an account, and once the invitation was withdrawn.
   */
  carriedBy(project: Pick<Project, 'id' | 'studioId' | 'clientId'>): Promise<string | null> {
    const { id: projectId, studioId, clientId } = project;
    return this.database.transaction(async (tx) => {
      const client = await tx.manager.findOne(User, { where: { id: clientId }, lock: { mode: 'for_no_key_update' } });
      if (!client || (await hasAccount(tx, clientId))) return null;
      const invite = await tx.manager.findOneBy(Invite, { studioId, email: client.email, state: 'pending' });
      if (!invite) return null;
      const about = invite.projectId ?? projectId;
      await tx.manager.update(Invite, { id: invite.id }, { expiresAt: validUntil(), projectId: about });
      tx.live({ topic: 'clients', studioId });
      return inviteToken(this.config.secret, invite.id, invite.sending);
    });
  }

  /** Of the engineer's studio, newest first. @throws AppError 404 for the id of anybody who does not work there. */
  async list(engineer: Engineer, engineerId: string, query: z.infer<typeof pageQuery>): Promise<Page<InviteView>> {
    const { studioId } = engineer;
    if (!(await this.database.manager.existsBy(User, { id: engineerId, studioId }))) throw notFound('Engineer');
    const [before] = query.cursor ? decodeCursor(query.cursor, cursorSchema) : [null];
    const list = this.database.manager.createQueryBuilder(Invite, 'i').where('i.studioId = :studioId', { studioId });
    if (before) list.andWhere('i.id < :before', { before });
    const rows = await list
      .orderBy('i.id', 'DESC')
      .limit(query.limit + 1)
      .getMany();
    return cutPage(
      rows,
      query.limit,
      (row) => inviteView(row, this.config),
      (row) => [row.id],
    );
  }

  /** A new link for fourteen more days; the old one ends. @throws AppError 409 once it is accepted or cancelled. */
  resend(engineer: Engineer, inviteId: string): Promise<InviteView> {
    return this.database.transaction(async (tx) => {
      const { invite, client } = await lockInvite(tx, engineer, inviteId);
      if (invite.state === 'accepted') throw alreadyAccepted();
      if (invite.state === 'cancelled') {
        throw conflict('invite_cancelled', 'This invitation was cancelled. Invite the client again instead.');
      }
      return inviteView(await this.send(tx, engineer, client, invite.projectId), this.config);
    });
  }

  /** The link ends; cancelling twice is harmless. @throws AppError 409 once it is accepted. */
  async cancel(engineer: Engineer, inviteId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { invite } = await lockInvite(tx, engineer, inviteId);
      if (invite.state === 'accepted') throw alreadyAccepted();
      await tx.manager.update(Invite, { id: inviteId }, { state: 'cancelled' });
      tx.live({ topic: 'clients', studioId: engineer.studioId });
    });
  }

  /** Sends the pending invite again, or a new one. @throws AppError 429 for too many mails. */
  private async send(tx: Tx, engineer: Engineer, client: User, projectId: string | null): Promise<Invite> {
    const { studioId, userId } = engineer;
    await this.limiter.enforce(`invite-studio:${studioId}`, STUDIO_RULE);
    await this.limiter.enforce(`invite-mail:${client.email}`, RECIPIENT_RULE);
    const pending = await pendingOf(tx, engineer, client.email);
    const inviteId = pending?.id ?? (await newId(tx));
    const sending = (pending?.sending ?? 0) + 1;
    const invite = await tx.manager.save(
      tx.manager.create(Invite, {
        ...(pending ?? {
          id: inviteId,
          studioId,
          email: client.email,
          state: 'pending' as const,
          createdAt: clock.now(),
        }),
        invitedBy: userId,
        name: client.name,
        projectId: projectId ?? pending?.projectId ?? null,
        sending,
        mailFailedAt: null,
        tokenHash: tokenHash(inviteToken(this.config.secret, inviteId, sending)),
        expiresAt: validUntil(),
      }),
    );
    tx.emit(inviteSent, { inviteId, sending });
    tx.live({ topic: 'clients', studioId });
    return invite;
  }
}

const alreadyAccepted = () => conflict('invite_used', 'This invitation has already been accepted');

const pendingOf = (tx: Tx, { studioId }: Engineer, email: string): Promise<Invite | null> =>
  tx.manager.findOneBy(Invite, { studioId, email, state: 'pending' });

async function newId(tx: Tx): Promise<string> {
  const [made] = await tx.query<{ id: string }>('SELECT uuidv7() AS id');
  return made!.id;
}

/** The studio's invite and its person, whose row stays locked until the transaction ends. */
async function lockInvite(tx: Tx, { studioId }: Engineer, inviteId: string): Promise<{ invite: Invite; client: User }> {
  const own = { id: inviteId, studioId };
  const found = await tx.manager.findOneBy(Invite, own);
  if (!found) throw notFound('Invite');
  const client = await tx.manager.findOne(User, { where: { email: found.email }, lock: { mode: 'for_no_key_update' } });
  const invite = await tx.manager.findOneBy(Invite, own);
  if (!client || !invite) throw notFound('Invite');
  return { invite, client };
}

async function mustBeOf(tx: Tx, { studioId }: Engineer, client: User, projectId: string): Promise<void> {
  const project = await tx.manager.findOneBy(Project, { id: projectId, studioId });
  if (!project) throw notFound('Project');
  if (project.clientId !== client.id) {
    throw unprocessable('project_of_another_client', 'This project belongs to another client');
  }
}
