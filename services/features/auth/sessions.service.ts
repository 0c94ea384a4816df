import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { advisoryLocks } from '../../platform/database/locks.js';
import { conflict, unauthenticated } from '../../platform/errors.js';
import { isoTime } from '../../platform/http/fields.js';
import { Studio } from '../studio/studio.entity.js';
import { addStudio } from '../studio/studio.writes.js';
import { User } from '../users/user.entity.js';
import { addUser } from '../users/users.writes.js';
import { addPassword } from './credentials.service.js';
import { seedDemo } from './demo.js';
import { hashPassword } from './passwords.js';
import type { PortalView, SessionView, Setup } from './session.schema.js';

@Injectable()
export class SessionsService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.devMode) await seedDemo(this.database);
  }

  async view(userId: string): Promise<SessionView> {
    const user = await this.database.manager.findOneBy(User, { id: userId });
    if (!user) throw unauthenticated();
    const { id, name, email, role, isOperator, studioId } = user;
    const studio = studioId ? await this.database.manager.findOneBy(Studio, { id: studioId }) : null;
    const { devMode, demoPayments, maxStagingBytes, maxFileBytes } = this.config;
    return {
      user: { id, name, email, role, isOperator, createdAt: isoTime(user.createdAt) },
      studio,
      devMode,
      demoPayments,
      limits: { maxStagingBytes, maxFileBytes },
    };
  }

  async portal(): Promise<PortalView> {
    return { devMode: this.config.devMode, needsSetup: !(await this.database.manager.exists(User)) };
  }

  /**
   * Creates the studio and its engineer, who becomes the operator, and answers their id.
   * @throws AppError 409 once the installation has an account.
   */
  async setUp({ name, email, password, studioName }: Setup): Promise<string> {
    const hash = await hashPassword(password);
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.setUp]);
      if (await tx.manager.exists(User))
        throw conflict('already_set_up', 'This portal already has an owner. Please sign in.');
      const studio = await addStudio(tx, { name: studioName });
      const owner = {
        name,
        email,
        emailVerified: true,
        role: 'engineer',
        studioId: studio.id,
        isOperator: true,
      } as const;
      const { id } = await addUser(tx, owner);
      await addPassword(tx, id, hash);
      return id;
    });
  }
}
