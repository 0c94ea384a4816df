import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { type ProjectRole, projectRoles } from '../../platform/domain-words.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { mailDelivery } from '../../platform/mail/delivery.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { replyTo, studioTitle } from '../studio/studio-brand.lib.js';
import { User } from '../users/user.entity.js';
import { Invite } from './invite.entity.js';
import { inviteUrl, isExpired } from './invite.view.js';
import { inviteMail } from './invite-mail.js';
import { inviteSent } from './invites.events.js';

type Sending = z.output<typeof inviteSent.schema>;

@Injectable()
export class InvitesWorker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /** Skips an invitation that has changed since; its change has emitted its own event. */
  @On(inviteSent, { ...mailDelivery, onExhausted: 'failed' })
  async mail({ inviteId, sending }: Sending, context: HandlerContext): Promise<void> {
    const { manager } = this.database;
    const invite = await manager.findOneBy(Invite, { id: inviteId, sending, state: 'pending' });
    if (!invite || isExpired(invite)) return;
    const [studio, engineer, project] = await Promise.all([
      manager.findOneByOrFail(Studio, { id: invite.studioId }),
      manager.findOneByOrFail(User, { id: invite.invitedBy }),
      invite.projectId ? manager.findOneBy(Project, { id: invite.projectId }) : null,
    ]);
    const url = inviteUrl(this.config, { id: inviteId, sending });
    await this.mailer.send(
      {
        id: `invite-${inviteId}-${sending}`,
        fromName: studioTitle(studio),
        to: { name: invite.name, address: invite.email },
        replyTo: replyTo(studio, engineer.email),
        ...inviteMail({
          invite,
          studio,
          engineerName: engineer.name,
          projectTitle: project?.title ?? null,
          role: await this.roleOf(invite),
          url,
        }),
      },
      context.signal,
    );
    if (invite.mailFailedAt) await context.commit((tx) => noteFailure(tx, { inviteId, sending }, null));
  }

  /** The person's role in the project, or the one with most abilities in the studio if it is about no project. */
  private async roleOf({ studioId, projectId, email }: Invite): Promise<ProjectRole> {
    const rows = await this.database.query<{ role: ProjectRole }>(
      `SELECT CASE WHEN p.client_id = u.id THEN 'decides' ELSE person.role END AS role
       FROM ${LIVE_PROJECTS} p JOIN users u ON $3 IN (u.invited_email, lower(u.email))
         LEFT JOIN project_people person ON person.project_id = p.id AND person.user_id = u.id
       WHERE p.studio_id = $1 AND ($2::uuid IS NULL OR p.id = $2)
         AND (p.client_id = u.id OR person.role IS NOT NULL)`,
      [studioId, projectId, email],
    );
    return projectRoles.find((role) => rows.some((row) => row.role === role)) ?? 'decides';
  }

  async failed(sending: Sending, _error: Error, tx: Tx): Promise<void> {
    await noteFailure(tx, sending, clock.now());
  }
}

/** Null once it was sent after all, because its job was retried by hand. */
async function noteFailure(tx: Tx, { inviteId, sending }: Sending, mailFailedAt: Date | null): Promise<void> {
  const { affected } = await tx.manager.update(Invite, { id: inviteId, sending, state: 'pending' }, { mailFailedAt });
  if (!affected) return;
  const { studioId } = await tx.manager.findOneByOrFail(Invite, { id: inviteId });
  tx.live({ topic: 'clients', studioId });
}
