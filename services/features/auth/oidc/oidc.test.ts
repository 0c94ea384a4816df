import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { freePort } from '../../../platform/embedded/port.js';
import type { Engineer } from '../../../platform/http/actor.js';
import { startTestApp, type TestApp } from '../../../testing/app.js';
import { build } from '../../../testing/build.js';
import { until } from '../../../testing/until.js';
import { UsersService } from '../../account/users.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { StudioClient } from '../../memberships/studio-client.entity.js';
import { actorOf } from '../../users/users.policy.js';
import { endSessions } from '../auth.writes.js';
import { addWayBack } from '../links/way-back.writes.js';
import { hashPassword } from '../passwords/credentials.service.js';
import { addPassword } from '../passwords/credentials.writes.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { CLIENT, TestBrowser, TestProvider } from './oidc.testing.js';

let app: TestApp;
let provider: TestProvider;
let browser: TestBrowser;

/** The provider is down when the portal starts. */
beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp({
    NODE_ENV: 'production',
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Studio ID',
  });
  provider = new TestProvider(port, `${app.url}/api/auth/oidc/callback`);
});

afterAll(async () => {
  await provider.stop();
  await app.close();
});

beforeEach(async () => {
  browser = new TestBrowser();
  await app.database.query('DELETE FROM rate_limits');
});

const start = (next?: string) => `${app.url}/api/auth/oidc${next ? `?${new URLSearchParams({ next })}` : ''}`;
const isPage = (url: URL) => url.origin === app.url && !url.pathname.startsWith('/api/');
const isCallback = (url: URL) => url.pathname === '/api/auth/oidc/callback';
const signIn = async (next?: string) => (await browser.follow(start(next), isPage)).slice(app.url.length);
const me = async () => (await app.anonymous.with({ cookie: browser.cookies(app.url) }).get('/api/session')).data?.user;
const problemIn = (path: string) => new URL(path, app.url).searchParams.get('problem');
const answersAs = (email: string, verified = true) => {
  provider.signedIn = { sub: randomUUID(), email, email_verified: verified };
};

async function existing() {
  const client = await build(app).client({ emailVerified: true });
  const hash = await hashPassword('correct horse');
  await app.database.transaction((tx) => addPassword(tx, client.id, hash));
  return client;
}

describe('a provider that is down when the portal starts', () => {
  it('is reported as unavailable, and is found once it is up', async () => {
    const { email, id } = await existing();
    expect(await signIn('/app/clients')).toBe('/sign-in?problem=away&next=%2Fapp%2Fclients');
    await provider.start();
    answersAs(email);
    expect(await signIn('/app/clients')).toBe('/app/clients');
    expect((await me()).id).toBe(id);
  });
});

describe('signing in through the provider', () => {
  it('is offered under its name', async () => {
    expect((await app.anonymous.get('/api/portal')).data.singleSignOn).toBe('Studio ID');
  });

  it('recognises the user by the provider’s subject after their address has changed', async () => {
    const { email, id } = await existing();
    answersAs(email.toUpperCase());
    expect(await signIn()).toBe('/app');
    provider.signedIn = { ...provider.signedIn, email: 'moved@example.com', email_verified: false };
    browser = new TestBrowser();
    expect(await signIn()).toBe('/app');
    expect((await me()).id).toBe(id);
  });

  it('admits an invited person, whose profile is only shared with studios whose invitation they accept', async () => {
    const { id: studioId } = await build(app).studio();
    const { inviteToken, inviteId } = await build(app).invite({ studioId });
    const [invite] = await app.database.query<{ email: string }>('SELECT email FROM invites WHERE id = $1', [inviteId]);
    answersAs(invite!.email);
    expect(await signIn(`/invite/${inviteToken}`)).toBe(`/invite/${inviteToken}`);
    const { id: userId } = await me();
    const membership = { studioId, userId };
    expect((await app.database.manager.findOneByOrFail(StudioClient, membership)).sharesProfile).toBe(false);
    const signedIn = app.anonymous.with({ cookie: browser.cookies(app.url), origin: app.url });
    expect((await signedIn.post(`/api/invites/accept/${inviteToken}`)).status).toBe(200);
    expect((await app.database.manager.findOneByOrFail(StudioClient, membership)).sharesProfile).toBe(true);
  });

  it('admits a new invited person and shows them the invitation', async () => {
    const { engineer } = await build(app).project();
    const email = 'new@example.com';
    await app.get(UsersService).createClient(actorOf(engineer) as Engineer, { name: 'Typed', email });
    answersAs(email);
    expect(await signIn()).toBe('/app');
    const signedIn = app.anonymous.with({ cookie: browser.cookies(app.url), origin: app.url });
    const [question] = (await signedIn.get('/api/invites/open')).data;
    expect((await signedIn.post(`/api/invites/${question.id}/accept`)).status).toBe(200);
    const { data } = await app.get(ClientsService).list(actorOf(engineer) as Engineer, { search: email, limit: 5 });
    expect(data).toEqual([expect.objectContaining({ id: (await me()).id, joined: true })]);
  });

  it('does not give an invited person an address to which another account can still change back', async () => {
    const { id, email } = await existing();
    await app.database.query('UPDATE users SET email = $2 WHERE id = $1', [id, `moved-${email}`]);
    await app.database.transaction((tx) => addWayBack(tx, app.config, id, email));
    const { engineer } = await build(app).project();
    await app.get(UsersService).createClient(actorOf(engineer) as Engineer, { name: 'Typed', email });
    answersAs(email);
    expect(problemIn(await signIn())).toBe('unknown');
    expect(await app.database.query('SELECT 1 FROM users WHERE email = $1', [email])).toEqual([]);
  });

  it('opens nothing if all sessions of the user end at that moment', async () => {
    const { id, email } = await existing();
    answersAs(email);
    const factors = app.get(SecondFactorService);
    jest.spyOn(factors, 'isOn').mockImplementationOnce(async () => {
      await app.database.transaction((tx) => endSessions(tx, id));
      return false;
    });
    expect(problemIn(await signIn())).toBe('refused');
    expect(await app.database.query('SELECT 1 FROM sessions WHERE user_id = $1', [id])).toEqual([]);
  });

  it('counts a new link from the moment when it is made, so that a way back of that time ends it', async () => {
    const { id, email } = await existing();
    answersAs(email);
    let signingIn: Promise<string> | undefined;
    const between = await app.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE invites');
      signingIn = signIn();
      const waits = `SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation WHERE relname = 'invites' AND NOT granted`;
      await until('the callback to wait', async () => (await app.database.query(waits)).length > 0);
      const [row] = await tx.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
      return row!.now;
    });
    await signingIn;
    const later = await app.database.query(
      `SELECT 1 FROM accounts WHERE user_id = $1 AND provider_id LIKE 'oidc %' AND created_at > $2`,
      [id, between],
    );
    expect(later).toHaveLength(1);
  });

  it.each(['a stranger', 'a name that an engineer entered and whose invitation was withdrawn'])(
    'makes no account for %s',
    async (who) => {
      let email = `${randomUUID()}@example.com`;
      if (who !== 'a stranger') ({ email } = await build(app).client());
      answersAs(email);
      expect(problemIn(await signIn())).toBe('unknown');
      expect(await me()).toBeUndefined();
      expect(
        await app.database.query('SELECT 1 FROM accounts a JOIN users u ON u.id = a.user_id WHERE email = $1', [email]),
      ).toEqual([]);
    },
  );

  it('refuses an address that the provider has not verified', async () => {
    const { email } = await existing();
    answersAs(email, false);
    expect(problemIn(await signIn())).toBe('unverified');
    expect(await me()).toBeUndefined();
  });

  it('asks for a code first if two-step sign-in is on', async () => {
    const { id, email } = await existing();
    await app.database.query(
      'INSERT INTO second_factors (user_id, sealed_secret, confirmed_at) VALUES ($1, $2, now())',
      [id, ''],
    );
    answersAs(email);
    expect(await signIn('/app/invoices')).toBe('/sign-in/code?next=%2Fapp%2Finvoices');
    expect(await me()).toBeUndefined();
  });

  it('refuses another user of the provider with the same address', async () => {
    const { email } = await existing();
    answersAs(email);
    await signIn();
    browser = new TestBrowser();
    answersAs(email);
    expect(problemIn(await signIn())).toBe('unknown');
    expect(await me()).toBeUndefined();
  });
});

describe('an invalid response of the provider', () => {
  let callback: string;

  beforeEach(async () => {
    answersAs((await existing()).email);
    callback = await browser.follow(start(), isCallback);
  });

  const goOn = async (url: string, by = browser) => problemIn(await by.follow(url, isPage));
  const changed = (name: string, value: string) => {
    const url = new URL(callback);
    url.searchParams.set(name, value);
    return url.href;
  };

  it('is refused with a wrong state, and with another code', async () => {
    expect(await goOn(changed('state', 'x'.repeat(43)))).toBe('refused');
    callback = await browser.follow(start(), isCallback);
    expect(await goOn(changed('code', 'x'.repeat(43)))).toBe('refused');
    expect(await me()).toBeUndefined();
  });

  it('is refused with a wrong nonce', async () => {
    const { to } = await browser.step(start());
    const asked = new URL(to!);
    asked.searchParams.set('nonce', 'another');
    expect(await goOn(await browser.follow(asked.href, isCallback))).toBe('refused');
    expect(await me()).toBeUndefined();
  });

  it('is refused with a token signed by a foreign RSA key', async () => {
    provider.signsWithForeignKey = true;
    try {
      expect(await goOn(callback)).toBe('refused');
      expect(await me()).toBeUndefined();
    } finally {
      provider.signsWithForeignKey = false;
    }
  });

  it('is refused in a browser that has not started a sign-in, and when repeated', async () => {
    expect(await goOn(callback, new TestBrowser())).toBe('refused');
    const copy = Object.assign(new TestBrowser(), { jars: structuredClone(Reflect.get(browser, 'jars')) });
    expect(await goOn(callback)).toBeNull();
    expect(await me()).toBeDefined();
    expect(await goOn(callback)).toBe('refused');
    expect(await goOn(callback, copy)).toBe('refused');
  });

  it('is refused when the user has denied access', async () => {
    const url = new URL(callback);
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    expect(await goOn(url.href)).toBe('refused');
  });
});

describe('refused sign-ins', () => {
  const refusals = () =>
    app.database.query(
      `SELECT subject, ip_address IS NOT NULL AS "hasAddress", user_id AS "userId" FROM audit_entries
       WHERE action = 'sign_in' AND outcome = 'refused' ORDER BY id`,
    );

  it('appear in the audit trail with the address from the provider or the reason', async () => {
    await app.database.query('DELETE FROM audit_entries');
    answersAs('stranger@example.com');
    expect(problemIn(await signIn())).toBe('unknown');
    browser = new TestBrowser();
    answersAs('unverified@example.com', false);
    expect(problemIn(await signIn())).toBe('unverified');
    expect(problemIn(await new TestBrowser().follow(`${app.url}/api/auth/oidc/callback?code=x`, isPage))).toBe(
      'refused',
    );
    const noted = { hasAddress: true, userId: null };
    expect(await refusals()).toEqual([
      { ...noted, subject: 'Studio ID: stranger@example.com, not known to the portal' },
      { ...noted, subject: 'Studio ID: unverified@example.com, address not verified' },
      { ...noted, subject: 'Studio ID: This browser has not started a sign-in' },
    ]);
  });
});

it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/application'])(
  'never leads to %s',
  async (next) => {
    const { status, to } = await browser.step(start(next));
    expect({ status, to }).toEqual({ status: 400, to: null });
  },
);
