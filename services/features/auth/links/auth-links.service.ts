import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { AppError, conflict, notFound } from '../../../platform/errors.js';
import type { Actor } from '../../../platform/http/actor.js';
import { callerAddress } from '../../../platform/http/caller-address.js';
import { RateLimiter } from '../../../platform/http/rate-limiter.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { changeAddress, lockPeople, refuseKeptAddress, verifyUser } from '../../users/users.writes.js';
import { linkRequested, notifySecurityChange, sessionEnded } from '../auth.events.js';
import { assertAccess, endSessions } from '../auth.writes.js';
import { refuseCommonPassword } from '../passwords/common-passwords.js';
import { endMailedLinks, namesAbout, setPassword } from '../passwords/credentials.writes.js';
import { hashPassword } from '../passwords/passwords.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SignInService } from '../sign-in.service.js';
import { linkIdentifier, type LinkKind, linkToken } from '../sign-in-link.js';
import {
  accountBehind,
  accountOf,
  createLink,
  createResetLink,
  LINK_USED,
  type RedeemedLink,
  redeemLink,
} from './auth-links.writes.js';
import { addWayBack, endAccessSince, endLaterWaysBack, waysBack } from './way-back.writes.js';

/** Limit per IP address for requesting and following links. */
const ADDRESS_RULE = { window: 15 * 60, max: 20 };
/** Limit for mails to one account. Further requests get the same response, but no mail is sent. */
const MAIL_RULE = { window: 15 * 60, max: 3 };

const PURPOSES: Record<LinkKind, string> = {
  reset: 'to a new password',
  magic: 'to sign in',
  address: 'to a new sign-in address',
};

/**
 * Mailed links for resetting a password, signing in or changing the sign-in address; each works once. No response reveals whether an address has an
 * account.
 */
@Injectable()
export class AuthLinksService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly signIn: SignInService,
    private readonly factors: SecondFactorService,
  ) {}

  /** Stores a link for an unknown address too, so that the response time reveals nothing. */
  async request(request: Request, kind: LinkKind, email: string, next: string | null = null): Promise<void> {
    await this.limiter.enforce(`link:${callerAddress(request)}`, ADDRESS_RULE);
    const { allowed } = await this.limiter.consume(`link:${kind}:${email}`, MAIL_RULE);
    await this.database.transaction(async (tx) => {
      const userId = await accountOf(tx, email);
      const linkId = await createLink(tx, this.config, kind, { userId: allowed ? userId : null, next });
      tx.emit(linkRequested, { linkId, kind });
    });
  }

  /** @throws AppError 409 if the portal sends mail, 404 if no account has this address. */
  async resetLink(operator: Actor, email: string): Promise<string> {
    if (this.config.smtpUrl) throw conflict('mail_leaves', 'This portal sends such links by e-mail');
    const url = await createResetLink(this.database, this.config, email, operator);
    if (!url) throw notFound('Account');
    return url;
  }

  /** Checks a link without using it. @throws AppError 410 for a used or expired link. */
  async check(request: Request, kind: LinkKind, token: string): Promise<void> {
    await this.limiter.enforce(`link:${callerAddress(request)}`, ADDRESS_RULE);
    const [found] = await this.database.query<{ value: string }>(
      'SELECT value FROM verifications WHERE identifier = $1 AND expires_at > now()',
      [linkIdentifier(kind, token)],
    );
    accountBehind(found);
  }

  /**
   * Sets the password, ends every session and signs the browser in with a new one.
   * @throws AppError 410 for a used or expired link.
   */
  async resetPassword(request: Request, response: Response, token: string, password: string): Promise<void> {
    await this.limiter.enforce(`link:${callerAddress(request)}`, ADDRESS_RULE);
    const hash = await hashPassword(password);
    const person = await this.redeeming('reset', async (tx) => {
      const { userId } = await redeemLink(tx, 'reset', token);
      await refuseCommonPassword(password, { known: [this.config.brand, ...(await namesAbout(tx, userId))] });
      await setPassword(tx, userId, hash);
      await verifyUser(tx, userId);
      const accessVersion = await endSessions(tx, userId);
      await endMailedLinks(tx, userId);
      notifySecurityChange(tx, userId, 'password_changed');
      await recordAudit(tx, { action: 'account_changed', subject: 'password changed', userId });
      return { userId, accessVersion };
    });
    await this.factors.allowAgain(person.userId);
    await this.signIn.enter(request, response, person);
  }

  /** Signs in and returns the page to show next. @throws AppError 410 for a used or expired link. */
  async follow(request: Request, response: Response, token: string): Promise<string> {
    await this.limiter.enforce(`link:${callerAddress(request)}`, ADDRESS_RULE);
    const { next, ...person } = await this.redeeming('magic', async (tx) => {
      const link = await redeemLink(tx, 'magic', token);
      await verifyUser(tx, link.userId);
      return link;
    });
    await this.factors.allowAgain(person.userId);
    await this.signIn.enter(request, response, person, next);
    return next ?? '/app';
  }

  /**
   * Mails a link to the wanted sign-in address. The response is the same if that address already has an account; its
   * mail then says so.
   * @throws AppError 409 for the present address, 429 after too many requests, 401 if the session has ended meanwhile.
   */
  async requestAddress(actor: Actor, email: string): Promise<void> {
    const { userId } = actor;
    if (email === actor.email) throw conflict('same_address', 'You already sign in with this address');
    await this.limiter.enforce(`link:address:${userId}`, MAIL_RULE);
    await this.database.transaction(async (tx) => {
      await assertAccess(tx, actor);
      const linkId = await createLink(tx, this.config, 'address', { userId, next: null, email });
      tx.emit(linkRequested, { linkId, kind: 'address' });
      await recordAudit(tx, { action: 'account_changed', subject: 'new sign-in address requested', userId });
    });
  }

  /**
   * Changes the sign-in address to the one that the link was mailed to. The previous address gets a way back, unless
   * the new one is an earlier address of this account. A way back also ends every access to the account and returns
   * the token of a link to a new password.
   * @throws AppError 410 for a used or expired link, 409 if the address has another account by now or one that can still
   * change back to it.
   */
  async confirmAddress(request: Request, token: string): Promise<{ email: string; resetToken?: string }> {
    await this.limiter.enforce(`link:${callerAddress(request)}`, ADDRESS_RULE);
    return this.redeeming('address', async (tx) => {
      const link = await redeemLink(tx, 'address', token);
      const { userId, email = '', undo = false } = link;
      const others = (await lockPeople(tx, email)).filter((person) => person.id !== userId && person.email === email);
      if (others.length > 0) throw conflict('address_taken', 'This address already has an account');
      if (!undo) await refuseKeptAddress(tx, email, userId);
      const previous = await changeAddress(tx, userId, email);
      if (previous === null) throw notFound('Account');
      await endMailedLinks(tx, userId);
      const subject = `sign-in address changed ${undo ? 'back ' : ''}from ${previous} to ${email}`;
      await recordAudit(tx, { action: 'account_changed', subject, userId });
      tx.live(sessionEnded(userId));
      await this.changeWaysBack(tx, link, previous);
      if (!undo) return { email };
      await endAccessSince(tx, userId, link.createdAt);
      const resetId = await createLink(tx, this.config, 'reset', { userId, next: null });
      return { email, resetToken: linkToken(this.config.secret, 'reset', resetId) };
    });
  }

  /**
   * The earliest address of an account wins: once it is restored, there is no way back to a later one. Its owner is
   * also notified of every change between later ones.
   */
  private async changeWaysBack(
    tx: Tx,
    { id, userId, email = '', undo, createdAt }: RedeemedLink,
    previous: string,
  ): Promise<void> {
    const known = await waysBack(tx, userId);
    const restoredId = undo ? id : known.find((way) => way.email === email)?.id;
    if (restoredId) await endLaterWaysBack(tx, userId, restoredId);
    if (restoredId && previous !== email) notifySecurityChange(tx, userId, 'address_replaced', { to: previous });
    if (undo) {
      const undoLinkId = await addWayBack(tx, this.config, userId, email);
      notifySecurityChange(tx, userId, 'address_restored', { undoLinkId, since: createdAt });
    } else if (!restoredId) {
      const undoLinkId = await addWayBack(tx, this.config, userId, previous);
      notifySecurityChange(tx, userId, 'address_changed', { undoLinkId });
    }
    const earliest = known.find((way) => !restoredId || way.id < restoredId);
    if (earliest && ![email, previous].includes(earliest.email))
      notifySecurityChange(tx, userId, 'address_changed', { undoLinkId: earliest.id });
  }

  /** Records the use of an invalid link in the audit trail, because someone else may have read the mail. */
  private async redeeming<T>(kind: LinkKind, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      const isOver = error instanceof AppError && error.code === LINK_USED;
      if (isOver) await this.signIn.recordRefusal(`mailed link ${PURPOSES[kind]}, used or expired`);
      throw error;
    }
  }
}
