import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
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
import { recordAudit } from '../audit/audit.writes.js';
import { UNMAILED } from '../memberships/memberships.policy.js';
import { clientWith } from '../memberships/memberships.writes.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { addressOf } from '../users/users.policy.js';
import { hasAccount } from './account.js';
import type { CreateInvite, InviteView } from './clients.schema.js';
import { ClientsService, sharesProfile } from './clients.service.js';
import { Invite } from './invite.entity.js';
import { inviteUrl, inviteView, isExpired } from './invite.view.js';
import { inviteToken, tokenHash } from './invite-token.js';
import { inviteSent } from './invites.events.js';

/** The engineer, or a person who decides in a project of the studio. */
type Inviter = Pick<Engineer, 'studioId' | 'userId'>;

const VALID_MS = 14 * 86_400_000;
const validUntil = () => new Date(clock.now().getTime() + VALID_MS);

/** Limit for mails by all engineers of a studio. */
const STUDIO_RULE = { window: 3600, max: 60 };
/**
 * Limit for mails from one studio to one person. It is counted per studio, so that no studio learns about another one's
 * invitation.
 */
const RECIPIENT_RULE = { window: 15 * 60, max: 3 };

const cursorSchema = z.tuple([id]);

/**
 * Manages invitations and their mails. Every change first locks the invited person's row, so that simultaneous
 * invitations, acceptances and cancellations run one after the other.
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
   * Makes the person a client and mails an invitation. If one is already pending, it is mailed again and the old link
   * stops working.
   * @throws AppError 404 for a project of another studio, 422 for one of another client.
   */
  create(engineer: Engineer, { projectId, ...person }: CreateInvite): Promise<InviteView> {
    return this.database.transaction(async (tx) => {
      const client = await this.clients.ensure(tx, engineer, person);
      if (projectId) await assertProjectOfClient(tx, engineer, client, projectId);
      return inviteView(await this.send(tx, engineer, client, projectId ?? null), this.config);
    });
  }

  /**
   * Invites a client that the same transaction has created, unless they have accepted or declined an invitation or have
   * a valid link.
   */
  async welcome(tx: Tx, inviter: Inviter, client: User, projectId: string | null = null): Promise<void> {
    if ((await hasAccount(tx, client.id)) && (await sharesProfile(tx, inviter.studioId, client.id))) return;
    const [last] = await tx.manager.find(Invite, {
      where: { studioId: inviter.studioId, email: addressOf(client) },
      order: { id: 'DESC' },
      take: 1,
    });
    if (last && (last.state === 'declined' || (last.state === 'pending' && !isExpired(last)))) return;
    await this.send(tx, inviter, client, projectId);
  }

  /**
   * Returns whether the client gets mails about the project, and the invitation token for a client without an account.
   * This extends a pending invitation by fourteen days even if no mail is sent, so the studio cannot find out whether
   * the address has an account.
   */
  mailTo(project: Pick<Project, 'id' | 'studioId' | 'clientId'>): Promise<{ goes: boolean; token: string | null }> {
    const { id: projectId, studioId, clientId } = project;
    return this.database.transaction(async (tx) => {
      const client = await tx.manager.findOne(User, { where: { id: clientId }, lock: { mode: 'for_no_key_update' } });
      const [unmailed] = await tx.query(
        `SELECT 1 FROM users u JOIN ${LIVE_PROJECTS} p ON p.client_id = u.id WHERE p.id = $1 AND ${UNMAILED}`,
        [projectId],
      );
      const goes = client !== null && !unmailed;
      if (!client || (await hasAccount(tx, clientId))) return { goes, token: null };
      const invite = await pendingOf(tx, { studioId }, addressOf(client));
      if (!invite) return { goes, token: null };
      const about = invite.projectId ?? projectId;
      await tx.manager.update(Invite, { id: invite.id }, { expiresAt: validUntil(), projectId: about });
      tx.live({ topic: 'clients', studioId });
      return { goes, token: inviteToken(this.config.secret, invite.id, invite.sending) };
    });
  }

  /**
   * Invitations of the engineer's studio, newest first.
   * @throws AppError 404 for an id that is not one of its engineers.
   */
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

  /**
   * Mails a new link, valid for fourteen days; the old one stops working.
   * @throws AppError 409 once it is answered or cancelled.
   */
  resend(engineer: Engineer, inviteId: string): Promise<InviteView> {
    return this.database.transaction(async (tx) => {
      const { invite, client } = await lockInvite(tx, engineer, inviteId);
      if (invite.state === 'accepted') throw alreadyAccepted();
      if (invite.state !== 'pending') {
        throw conflict(
          `invite_${invite.state}`,
          `This invitation was ${invite.state}. Invite the client again instead.`,
        );
      }
      if (!client) throw notFound('Invite');
      return inviteView(await this.send(tx, engineer, client, invite.projectId), this.config);
    });
  }

  /** Cancels the invitation and invalidates its link. Idempotent. @throws AppError 409 once it is accepted. */
  async cancel(engineer: Engineer, inviteId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { invite } = await lockInvite(tx, engineer, inviteId);
      if (invite.state === 'accepted') throw alreadyAccepted();
      if (invite.state === 'pending') {
        const subject = `invitation of ${invite.email} withdrawn`;
        await recordAudit(tx, { action: 'role_changed', subject, subjectId: inviteId });
      }
      await tx.manager.update(Invite, { id: inviteId, state: 'pending' }, { state: 'cancelled' });
      tx.live({ topic: 'clients', studioId: engineer.studioId });
    });
  }

  /** Cancels a pending invitation that is about this project, if it was all that the studio shared with the person. */
  async withdraw(tx: Tx, { id, studioId }: Pick<Project, 'id' | 'studioId'>, userId: string): Promise<void> {
    const cancelled = await tx.query(
      `UPDATE invites SET state = 'cancelled'
       WHERE studio_id = $1 AND state = 'pending' AND project_id = $2
         AND email = (SELECT invited_email FROM users WHERE id = $3)
         AND NOT EXISTS (SELECT FROM ${LIVE_PROJECTS} p WHERE p.client_id = $3)
         AND NOT EXISTS (SELECT FROM project_people WHERE user_id = $3)
       RETURNING id`,
      [studioId, id, userId],
    );
    if (cancelled.length > 0) tx.live({ topic: 'clients', studioId });
  }

  /** The links of the studio's open invitations by address, if the portal sends no mail. */
  async openLinks({ studioId }: Engineer, emails: string[]): Promise<Map<string, string>> {
    if (this.config.smtpUrl) return new Map();
    const invites = await this.database.manager.findBy(Invite, { studioId, state: 'pending', email: In(emails) });
    return new Map(
      invites.flatMap((invite) => (isExpired(invite) ? [] : [[invite.email, inviteUrl(this.config, invite)]])),
    );
  }

  /** Sends the pending invitation again, or a new one. @throws AppError 429 for too many mails. */
  private async send(tx: Tx, inviter: Inviter, client: User, projectId: string | null): Promise<Invite> {
    const { studioId, userId } = inviter;
    await this.limiter.enforce(`invite-studio:${studioId}`, STUDIO_RULE, tx);
    const email = addressOf(client);
    await this.limiter.enforce(`invite-mail:${studioId}:${email}`, RECIPIENT_RULE, tx);
    const pending = await pendingOf(tx, inviter, email);
    const inviteId = pending?.id ?? (await newId(tx));
    const sending = (pending?.sending ?? 0) + 1;
    const invite = await tx.manager.save(
      tx.manager.create(Invite, {
        ...(pending ?? {
          id: inviteId,
          studioId,
          email,
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
    await recordAudit(tx, { action: 'role_changed', subject: `${email} invited as a client`, subjectId: client.id });
    tx.emit(inviteSent, { inviteId, sending });
    const accounts = await tx.manager.findBy(User, { email });
    tx.live({ topic: 'clients', studioId, userIds: accounts.map(({ id }) => id) });
    return invite;
  }
}

const alreadyAccepted = () => conflict('invite_used', 'This invitation has already been accepted');

const pendingOf = (tx: Tx, { studioId }: Pick<Engineer, 'studioId'>, email: string): Promise<Invite | null> =>
  tx.manager.findOneBy(Invite, { studioId, email, state: 'pending' });

async function newId(tx: Tx): Promise<string> {
  const [made] = await tx.query<{ id: string }>('SELECT uuidv7() AS id');
  return made!.id;
}

/**
 * Returns the invitation and its client, whose row stays locked until the transaction ends. The client is null if they
 * were removed.
 */
async function lockInvite(
  tx: Tx,
  { studioId }: Engineer,
  inviteId: string,
): Promise<{ invite: Invite; client: User | null }> {
  const own = { id: inviteId, studioId };
  const found = await tx.manager.findOneBy(Invite, own);
  if (!found) throw notFound('Invite');
  const client = await clientWith(tx, studioId, found.email);
  const invite = await tx.manager.findOneBy(Invite, own);
  if (!invite) throw notFound('Invite');
  return { invite, client };
}

async function assertProjectOfClient(tx: Tx, { studioId }: Engineer, client: User, projectId: string): Promise<void> {
  const project = await tx.manager.findOneBy(Project, { id: projectId, studioId });
  if (!project) throw notFound('Project');
  if (project.clientId !== client.id) {
    throw unprocessable('project_of_another_client', 'This project belongs to another client');
  }
}
