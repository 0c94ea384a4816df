import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { badRequest, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { User } from '../users/user.entity.js';
import { EmailOptOut } from './email-opt-out.entity.js';
import { type MailPreference, notificationTypesOf } from './notifications.schema.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

/** Which notifications a user also wants by e-mail; all by default. */
@Injectable()
export class MailPreferencesService {
  private readonly tokens: UnsubscribeTokens;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.tokens = new UnsubscribeTokens(config.secret);
  }

  /** All types that the actor's role can receive. */
  async list({ userId, role }: Actor): Promise<MailPreference[]> {
    const muted = await this.database.manager.findBy(EmailOptOut, { userId });
    const unwanted = new Set(muted.map(({ type }) => type));
    return notificationTypesOf[role].map((type) => ({ type, email: !unwanted.has(type) }));
  }

  /** @throws AppError 400 for a type that the actor's role never receives. */
  async set({ userId, role }: Actor, { type, email }: MailPreference): Promise<MailPreference> {
    const known: readonly NotificationType[] = notificationTypesOf[role];
    if (!known.includes(type)) throw badRequest('foreign_type', 'You do not get notifications of this kind');
    if (email) await this.database.manager.delete(EmailOptOut, { userId, type });
    else await this.mute(userId, type);
    return { type, email };
  }

  /**
   * The preference that an unsubscribe link is about.
   * @throws AppError 404 for a forged link or a deleted user.
   */
  async look(token: string): Promise<MailPreference> {
    const { userId, type } = await this.open(token);
    const muted = await this.database.manager.existsBy(EmailOptOut, { userId, type });
    return { type, email: !muted };
  }

  /** Unsubscribes; repeating it changes nothing. @throws AppError 404 as `look` does. */
  async unsubscribe(token: string): Promise<MailPreference> {
    const { userId, type } = await this.open(token);
    await this.mute(userId, type);
    return { type, email: false };
  }

  /** The token for a link that unsubscribes without signing in. */
  tokenFor(userId: string, type: NotificationType): string {
    return this.tokens.sign({ userId, type });
  }

  private async open(token: string): Promise<{ userId: string; type: NotificationType }> {
    const meant = this.tokens.verify(token);
    if (!meant || !(await this.database.manager.existsBy(User, { id: meant.userId }))) throw notFound('Link');
    return meant;
  }

  private async mute(userId: string, type: NotificationType): Promise<void> {
    await this.database.manager
      .createQueryBuilder()
      .insert()
      .into(EmailOptOut)
      .values({ userId, type })
      .orIgnore()
      .execute();
  }
}
