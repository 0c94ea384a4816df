import * as client from 'openid-client';
import type { Config } from '../../platform/config.js';

/** What the browser keeps between leaving for the provider and coming back. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OidcIdentity {
  subject: string;
  email: string | null;
  emailVerified: boolean;
}

/** The provider does not answer, or not as one does. */
export class ProviderAway extends Error {}
/** What came back is no answer to what was asked. */
export class AnswerRefused extends Error {}

type Settings = NonNullable<Config['oidc']>;

const TIMEOUT_S = 10;

/** One OpenID Connect provider: authorization code, PKCE, state and nonce. */
export class OidcProvider {
  private found: Promise<client.Configuration> | null = null;

  constructor(
    private readonly settings: Settings,
    readonly redirectUri: string,
  ) {}

  /** Where the browser goes. @throws ProviderAway */
  async leave(): Promise<{ url: string; attempt: OidcAttempt }> {
    const provider = await this.discovered();
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.redirectUri,
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /** Whom the provider names. `query` is what it has sent along. @throws ProviderAway and AnswerRefused */
  async comeBack(query: URLSearchParams, { state, nonce, verifier }: OidcAttempt): Promise<OidcIdentity> {
    const provider = await this.discovered();
    try {
      const url = new URL(this.redirectUri);
      url.search = query.toString();
      const tokens = await client.authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new AnswerRefused('There is no ID token');
      const said =
        claims.email === undefined && provider.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims;
      return {
        subject: claims.sub,
        email: typeof said.email === 'string' ? said.email.trim().toLowerCase() : null,
        emailVerified: said.email_verified === true,
      };
    } catch (error) {
      throw isAway(error)
        ? new ProviderAway((error as Error).message, { cause: error })
        : new AnswerRefused((error as Error).message, { cause: error });
    }
  }

  /** Asked again after a failure, so that a provider that was down is found when it is back. */
  private async discovered(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    // The signature is checked as well, so that no proxy on the way to the provider is trusted.
    const checks = [client.enableNonRepudiationChecks];
    if (issuer.startsWith('http:')) checks.push(client.allowInsecureRequests);
    this.found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: checks,
      timeout: TIMEOUT_S,
    });
    try {
      return await this.found;
    } catch (error) {
      this.found = null;
      throw new ProviderAway((error as Error).message, { cause: error });
    }
  }
}

/** No connection, no answer in time, or a failure of the provider's own. */
function isAway(error: unknown): boolean {
  if (error instanceof client.ClientError) {
    return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
  }
  return error instanceof TypeError && error.message === 'fetch failed';
}
