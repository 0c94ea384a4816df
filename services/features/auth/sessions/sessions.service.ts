import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { advisoryLocks } from '../../../platform/database/locks.js';
import type { Tx } from '../../../platform/database/tx.js';
import { AppError, conflict, unauthenticated } from '../../../platform/errors.js';
import { isoTime } from '../../../platform/http/fields.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { Studio } from '../../studio/studio.entity.js';
import { addStudio } from '../../studio/studio.writes.js';
import { User } from '../../users/user.entity.js';
import { type Access, accessOf, addressOf } from '../../users/users.policy.js';
import { addUser, lockPeople } from '../../users/users.writes.js';
import { endDemoSessions } from '../auth.writes.js';
import { refuseCommonPassword } from '../passwords/common-passwords.js';
import { addPassword } from '../passwords/credentials.writes.js';
import { hashPassword } from '../passwords/passwords.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { isFromThisMachine, isSetupCode, setupCode } from '../setup-code.js';
import type { PortalView, SessionView, Setup } from './session.schema.js';

@Injectable()
export class SessionsService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly factors: SecondFactorService,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.devMode) await endDemoSessions(this.database);
  }

  async view(userId: string): Promise<SessionView> {
    const users = this.database.manager.createQueryBuilder(User, 'u').addSelect('u.image').where({ id: userId });
    const user = await users.getOne();
    if (!user) throw unauthenticated();
    const { id, name, role, isOperator, studioId } = user;
    const studio = studioId ? await this.database.manager.findOneBy(Studio, { id: studioId }) : null;
    const hasPassword = await this.hasPassword(id);
    const hasSecondFactor = await this.factors.isOn(id);
    const { devMode, demoPayments, maxStagingBytes, maxFileBytes } = this.config;
    return {
      user: {
        id,
        name,
        email: addressOf(user),
        role,
        isOperator,
        hasPassword,
        hasSecondFactor,
        avatar: user.image ?? null,
        createdAt: isoTime(user.createdAt),
      },
      studio,
      owesSecondFactor: role === 'engineer' && studio?.requiresSecondFactor === true && !hasSecondFactor,
      devMode,
      demoPayments,
      limits: { maxStagingBytes, maxFileBytes },
    };
  }

  /** Whether the portal has no operator yet. */
  async needsSetup(): Promise<boolean> {
    return !(await this.isSetUp(this.database));
  }

  async portal(request: Request): Promise<PortalView> {
    const needsSetup = await this.needsSetup();
    return {
      devMode: this.config.devMode,
      needsSetup,
      setupNeedsCode: needsSetup && !isFromThisMachine(request, this.config),
      singleSignOn: this.config.oidc?.name ?? null,
      mailLeaves: this.config.smtpUrl !== undefined,
    };
  }

  /** The message on the console while the portal has no operator; null afterwards. */
  async setupHint(): Promise<string | null> {
    if (await this.isSetUp(this.database)) return null;
    const { publicUrl, secret } = this.config;
    return `Nobody owns this portal yet: set it up at ${publicUrl}/setup with the code ${setupCode(secret)}.`;
  }

  /**
   * Creates the studio and its engineer, who becomes the operator. Returns the engineer.
   * @throws AppError 409 if an operator exists, 403 without the code where it is required.
   */
  async setUp(request: Request, { name, email, password, studioName, code }: Setup): Promise<Access> {
    const allowed = isFromThisMachine(request, this.config) || isSetupCode(this.config.secret, code ?? '');
    if (!allowed && !(await this.isSetUp(this.database))) {
      throw new AppError(403, 'setup_code', 'This is not the code printed on the console');
    }
    await refuseCommonPassword(password, { known: [this.config.brand, name, email, studioName] });
    const hash = await hashPassword(password);
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.setUp]);
      if (await this.isSetUp(tx)) throw conflict('already_set_up', 'This portal already has an owner. Please sign in.');
      if ((await lockPeople(tx, email)).some((person) => person.email === email)) {
        throw conflict('email_taken', 'This address is already used in this portal. Please use another one.');
      }
      const studio = await addStudio(tx, { name: studioName });
      const owner = {
        name,
        email,
        emailVerified: true,
        role: 'engineer',
        studioId: studio.id,
        isOperator: true,
      } as const;
      const user = await addUser(tx, owner);
      await addPassword(tx, user.id, hash);
      await recordAudit(tx, { action: 'role_changed', subject: 'became operator of the portal', userId: user.id });
      return accessOf(user);
    });
  }

  private async hasPassword(userId: string): Promise<boolean> {
    const [found] = await this.database.query(
      `SELECT 1 FROM accounts WHERE user_id = $1 AND provider_id = 'credential' AND password IS NOT NULL`,
      [userId],
    );
    return found !== undefined;
  }

  /** Dev Mode has a demo operator without a password, who cannot sign in otherwise. */
  private async isSetUp(database: Pick<Tx, 'query'>): Promise<boolean> {
    if (this.config.devMode) return true;
    const [operator] = await database.query(
      'SELECT 1 FROM users u WHERE u.is_operator AND EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = u.id) LIMIT 1',
    );
    return operator !== undefined;
  }
}
