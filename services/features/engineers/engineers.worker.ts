import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { deadline } from '../../platform/dates.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { mailDelivery } from '../../platform/mail/delivery.js';
import { mailHtml, mailText } from '../../platform/mail/layout.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { User } from '../users/user.entity.js';
import { EngineerInvite } from './engineer-invite.entity.js';
import { engineerTokenOf, engineerUrl } from './engineer-token.js';
import { engineerInvited } from './engineers.events.js';

type Payload = z.output<typeof engineerInvited.schema>;

@Injectable()
export class EngineersWorker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /** Skips an invitation that was withdrawn or replaced in the meantime. */
  @On(engineerInvited, { ...mailDelivery, onExhausted: 'failed' })
  async mail({ inviteId }: Payload, context: HandlerContext): Promise<void> {
    const { manager } = this.database;
    const invite = await manager.findOneBy(EngineerInvite, { id: inviteId });
    if (!invite || invite.acceptedAt) return;
    const { brand, publicUrl, secret } = this.config;
    const operator = await manager.findOneByOrFail(User, { id: invite.invitedBy });
    const until = deadline(invite.expiresAt, 'UTC');
    const content = {
      brandName: brand,
      brandColor: '',
      heading: `A studio of your own on ${brand}`,
      body: [
        `Hello ${invite.name},`,
        `${operator.name} invites you to run your studio on ${brand}: projects, masters, comments, quotes and invoices with your clients, under your own name.`,
        `The link works once and is valid until ${until}.`,
      ],
      button: { label: 'Set up your studio', url: engineerUrl(publicUrl, engineerTokenOf(secret, inviteId)) },
      footer: `${operator.name} entered this address. If you did not expect the invitation, you can ignore it.`,
    };
    await this.mailer.send(
      {
        id: `engineer-invite-${inviteId}`,
        to: { name: invite.name, address: invite.email },
        replyTo: { name: operator.name, address: operator.email },
        subject: `${operator.name} invites you to ${brand}`,
        text: mailText(content),
        html: mailHtml(content),
      },
      context.signal,
    );
    await context.commit((tx) => tx.manager.update(EngineerInvite, { id: inviteId }, { mailFailedAt: null }));
  }

  async failed({ inviteId }: Payload, _error: Error, tx: Tx): Promise<void> {
    await tx.manager.update(EngineerInvite, { id: inviteId }, { mailFailedAt: clock.now() });
  }
}
