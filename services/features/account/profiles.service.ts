import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { conflict, forbidden, unauthenticated } from '../../platform/errors.js';
import { type Actor, isEngineer } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { sharesProfile } from '../clients/clients.service.js';
import { Profile } from '../users/profile.entity.js';
import { User } from '../users/user.entity.js';
import { addressOf, addressSql, canReadProfile, isSelf } from '../users/users.policy.js';
import { renameUser, saveProfile } from '../users/users.writes.js';
import type { ProfileView, UpdateProfile } from './profile.schema.js';
import { publishPersonChange } from './publish-person-change.js';
import { UsersService } from './users.service.js';

@Injectable()
export class ProfilesService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
  ) {}

  /**
   * The user's own profile or, for engineers, that of a client who shares it with the studio.
   * @throws AppError 404 for strangers, 403 for a client's engineer and for a client who has not accepted the
   * invitation.
   */
  async get(actor: Actor, userId: string): Promise<ProfileView> {
    await this.users.get(actor, userId);
    if (!canReadProfile(actor, userId)) throw forbidden('Clients do not see this profile');
    if (isEngineer(actor) && !isSelf(actor, userId) && !(await sharesProfile(this.database, actor.studioId, userId))) {
      throw forbidden('This client has not accepted your invitation yet');
    }
    return this.view(userId);
  }

  /**
   * @throws AppError 404 and 403 for another user's profile, 409 for another e-mail address, 401 once the account is
   * deleted.
   */
  async update(actor: Actor, userId: string, { name, email, ...said }: UpdateProfile): Promise<ProfileView> {
    await this.assertOwn(actor, userId);
    if (email !== undefined && email !== actor.email) {
      throw conflict('email_is_fixed', 'The address is changed by a link that is mailed to the new one');
    }
    await this.database.transaction(async (tx) => {
      const [own] = await tx.query(
        `SELECT 1 FROM users u WHERE id = $1 AND ${addressSql('u')} = $2 FOR NO KEY UPDATE`,
        [userId, actor.email],
      );
      if (!own) throw unauthenticated();
      if (name !== undefined) await renameUser(tx, userId, name);
      await saveProfile(tx, userId, said);
      await publishPersonChange(tx, actor);
    });
    return this.view(userId);
  }

  /** @throws AppError 404 for strangers, 403 for other people whom the actor may see. */
  async assertOwn(actor: Actor, userId: string): Promise<void> {
    if (isSelf(actor, userId)) return;
    await this.users.get(actor, userId);
    throw forbidden('Only the owner of an account can change it');
  }

  private async view(userId: string): Promise<ProfileView> {
    const { manager } = this.database;
    const user = await manager.findOneOrFail(User, {
      where: { id: userId },
      select: { name: true, email: true, invitedEmail: true, image: true, createdAt: true },
    });
    const said = (await manager.findOneBy(Profile, { userId })) ?? manager.create(Profile, { preferredGenres: [] });
    return {
      name: user.name,
      email: addressOf(user),
      phone: said.phone ?? null,
      address: said.address ?? null,
      bio: said.bio ?? null,
      company: said.company ?? null,
      website: said.website ?? null,
      preferredGenres: said.preferredGenres,
      country: said.country ?? null,
      avatar: user.image ?? null,
      createdAt: isoTime(user.createdAt),
    };
  }
}
