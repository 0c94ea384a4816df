import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'lacquer', secret: 'a secret of the provider and the portal' };

export interface ProviderAccount {
  sub: string;
  email: string;
  email_verified: boolean;
}

/** A real OpenID Connect provider that signs in `signedIn` without asking. */
export class TestProvider {
  signedIn: ProviderAccount = { sub: 'nobody', email: 'nobody@example.com', email_verified: true };
  /** Signs ID tokens with an unpublished key, as a man in the middle would. */
  signsWithForeignKey = false;
  private server: Server | null = null;

  constructor(
    private readonly port: number,
    private readonly redirectUri: string,
  ) {}

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [this.redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      cookies: { keys: ['cookies of the tests'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...this.signedIn, sub }) }),
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (ctx, next) => {
      await next();
      const answer = ctx.body as { id_token?: string } | undefined;
      if (this.signsWithForeignKey && answer?.id_token) {
        ctx.body = { ...answer, id_token: signedByAnother(answer.id_token) };
      }
    });
    provider.use(async (ctx, next) => {
      if (!ctx.path.startsWith('/interaction/')) return next();
      ctx.respond = false;
      await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: this.signedIn.sub } });
    });
    const answer = provider.callback();
    this.server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The same token (header and claims) with the signature of another RSA key. */
function signedByAnother(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = token.slice(0, token.lastIndexOf('.'));
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** Keeps cookies and follows redirects like a browser, one step at a time or to the end. */
export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  /** Returns the absolute URL of the redirect; null without one. */
  async step(url: string): Promise<{ status: number; to: string | null }> {
    const { origin } = new URL(url);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookies(origin) } });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    return { status: response.status, to: location && new URL(location, url).href };
  }

  cookies(origin: string): string {
    return [...(this.jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Follows redirects until `isEnd` accepts a URL, and returns it. */
  async follow(url: string, isEnd: (url: URL) => boolean): Promise<string> {
    let at = url;
    for (let steps = 0; steps < 12 && !isEnd(new URL(at)); steps += 1) {
      const { status, to } = await this.step(at);
      if (!to) throw new Error(`${at} returned ${status} without a redirect`);
      at = to;
    }
    return at;
  }
}
