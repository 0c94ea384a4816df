import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { cookieName, cookieOptions } from '../auth/cookies/cookie-name.lib.js';
import { GuessLimiter } from '../auth/guess-limiter.service.js';
import { verifyPassword } from '../auth/passwords/credentials.service.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { passwordProof, shareTokenHash } from './link-token.js';
import { ShareLink } from './share-link.entity.js';
import { passwordsStopped } from './sharing.events.js';
import { MAKER_SHARES, MAX_WRONG_PASSWORDS, stateOf } from './sharing.policy.js';
import type { LinkPurpose } from './sharing.schema.js';

/** Limit per IP address for pages and comments. */
const ADDRESS_RULE = { window: 60, max: 120 };
/** Limit per IP address for sound; a player requests many short ranges. */
const SOUND_RULE = { window: 60, max: 1_200 };
/** Further visits from one address within this time are the same visit. */
const VISIT = { window: 30 * 60, max: 1 };
const MAX_PROGRAMS = 1_000;
const REMEMBERED_MS = 30 * 24 * 3600_000;

const MAKER_OF_LINK = `SELECT ${MAKER_SHARES} AS shares FROM share_links link JOIN ${LIVE_PROJECTS} p ON p.id = link.project_id
  WHERE link.id = $1`;

export interface OpenedLink {
  link: ShareLink;
  project: Project;
}

/** Checks what visitors of share links may see. An unknown token gets the same 404 as a deleted project. */
@Injectable()
export class SharedAccess {
  /** Programs that have sent the right password of a link. */
  private readonly programs = new Map<string, string>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly guesses: GuessLimiter,
  ) {}

  /** @throws AppError 404 for an unknown token, 410 for a link that has ended, 403 until the password was given. */
  async open(request: Request, token: string, purpose?: LinkPurpose, sound = false): Promise<OpenedLink> {
    const rule = sound ? SOUND_RULE : ADDRESS_RULE;
    await this.limiter.enforce(`shared${sound ? '-sound' : ''}:${callerAddress(request)}`, rule);
    const opened = await this.find(token, purpose);
    if (!(this.knowsPassword(request, opened.link) || (await this.sendsPassword(request, opened.link)))) {
      throw passwordNeeded();
    }
    return opened;
  }

  /** Remembers in a cookie that the browser knows the password. @throws AppError 400 for a wrong password. */
  async enter(request: Request, response: Response, token: string, password: string): Promise<void> {
    const { link } = await this.find(token);
    const { passwordHash } = link;
    if (!passwordHash) return;
    if (!(await this.isRight(request, link.id, passwordHash, password)))
      throw new AppError(400, 'wrong_password', 'This password is not correct');
    response.cookie(this.cookieOf(link), passwordProof(this.config.secret, passwordHash), {
      ...cookieOptions(this.config),
      maxAge: REMEMBERED_MS,
    });
  }

  /**
   * Counts a visitor: when a page says that somebody looks at it, or by the first request for sound or a file. Fetching
   * a page does not count, because mail scanners, link previews and prefetching do that.
   */
  async countVisit(request: Request, { id }: ShareLink): Promise<void> {
    if (/prefetch/i.test(request.get('sec-purpose') ?? request.get('purpose') ?? '')) return;
    const { allowed } = await this.limiter.consume(`shared-visit:${id}:${callerAddress(request)}`, VISIT);
    if (!allowed) return;
    await this.database.query(
      'UPDATE share_links SET times_opened = times_opened + 1, last_opened_at = now() WHERE id = $1',
      [id],
    );
  }

  /**
   * The project of a link that was opened before.
   * @throws AppError as soon as the link has ended, has another address or another password.
   */
  async reopen({ tokenHash, passwordHash }: ShareLink): Promise<Project> {
    const { link, project } = await this.findBy({ tokenHash });
    if (link.passwordHash !== passwordHash) throw passwordNeeded();
    return project;
  }

  private find(token: string, purpose?: LinkPurpose): Promise<OpenedLink> {
    return this.findBy({ tokenHash: shareTokenHash(token), ...(purpose && { purpose }) });
  }

  private async findBy(where: { tokenHash: string; purpose?: LinkPurpose }): Promise<OpenedLink> {
    const { manager } = this.database;
    const link = await manager.findOneBy(ShareLink, where);
    const project = link && (await manager.findOneBy(Project, { id: link.projectId }));
    if (!project) throw notFound('Link');
    const [maker] = await this.database.prepared<{ shares: boolean }>('maker_shares', MAKER_OF_LINK, [link.id]);
    if (stateOf(link, maker?.shares === true, clock.now()) !== 'active') {
      throw new AppError(410, 'link_ended', 'This link has ended. Ask whoever sent it to you for a new one.');
    }
    return { link, project };
  }

  /**
   * For programs such as curl, whose `-u :password` sends it with every request. The right one is remembered by address,
   * so that a program can fetch hundreds of files. A wrong one ends that, or guessers at the address would have no limit.
   */
  private async sendsPassword(request: Request, { id, passwordHash }: ShareLink): Promise<boolean> {
    const [, encoded] = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!encoded || !passwordHash) return false;
    const password = Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
    const caller = `${id} ${callerAddress(request)}`;
    const proof = passwordProof(this.config.secret, `${passwordHash} ${password}`);
    const known = this.programs.get(caller);
    if (known !== undefined && isSame(known, proof)) return true;
    this.programs.delete(caller);
    if (!(await this.isRight(request, id, passwordHash, password))) return false;
    this.programs.set(caller, proof);
    const [oldest] = this.programs.keys();
    if (this.programs.size > MAX_PROGRAMS) this.programs.delete(oldest!);
    return true;
  }

  private async isRight(request: Request, id: string, hash: string, password: string): Promise<boolean> {
    const by = { address: callerAddress(request), account: `link ${id}`, knownBrowser: null };
    return (await this.guesses.attempt(by, () => this.compare(id, hash, password))) !== null;
  }

  /**
   * Counts the attempt before comparing, so that parallel guesses cannot bypass the limit; the right password is not
   * counted.
   * @throws AppError 403 after too many wrong ones.
   */
  private async compare(id: string, hash: string, password: string): Promise<true | null> {
    const [counted] = await this.database.query<{ wrong: number; projectId: string }>(
      `UPDATE share_links SET wrong_passwords = wrong_passwords + 1
       WHERE id = $1 AND password_hash = $2 AND wrong_passwords < $3
       RETURNING wrong_passwords AS wrong, project_id AS "projectId"`,
      [id, hash, MAX_WRONG_PASSWORDS],
    );
    if (!counted) throw passwordStopped();
    if (await verifyPassword({ hash, password })) {
      await this.database.query(
        'UPDATE share_links SET wrong_passwords = greatest(0, wrong_passwords - 1) WHERE id = $1 AND password_hash = $2',
        [id, hash],
      );
      return true;
    }
    const { wrong, projectId } = counted;
    if (wrong === MAX_WRONG_PASSWORDS)
      await this.database.transaction(async (tx) => tx.emit(passwordsStopped, { linkId: id, projectId }));
    return null;
  }

  private cookieOf({ id }: Pick<ShareLink, 'id'>): string {
    return cookieName(this.config, `link.${id}`);
  }

  private knowsPassword(request: Request, link: ShareLink): boolean {
    if (!link.passwordHash) return true;
    const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim());
    const proof = `${this.cookieOf(link)}=${passwordProof(this.config.secret, link.passwordHash)}`;
    return cookies.some((cookie) => isSame(cookie, proof));
  }
}

const passwordStopped = () =>
  new AppError(
    403,
    'password_stopped',
    'Too many wrong passwords were tried. Ask whoever sent you this link for a new one.',
  );

const passwordNeeded = () => new AppError(403, 'password_needed', 'This link has a password');

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
