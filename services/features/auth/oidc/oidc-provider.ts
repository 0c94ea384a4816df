import * as client from 'openid-client';
import type { Config } from '../../../platform/config.js';

/** State that the browser keeps between the redirect to the provider and back. */
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

/** The provider does not respond, or responds with an error of its own. */
export class ProviderUnavailableError extends Error {}
/** The provider's response does not belong to the request or is invalid. */
export class InvalidResponseError extends Error {}

type Settings = NonNullable<Config['oidc']>;

const TIMEOUT_S = 10;

/** A client for one OpenID Connect provider: authorization code, PKCE, state and nonce. */
export class OidcProvider {
  private found: Promise<client.Configuration> | null = null;

  constructor(
    private readonly settings: Settings,
    readonly redirectUri: string,
  ) {}

  /** Builds the redirect to the provider. @throws ProviderUnavailableError */
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

  /**
   * Returns the identity confirmed by the provider. `query` is the query string of its redirect.
   * @throws ProviderUnavailableError and InvalidResponseError
   */
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
      if (!claims) throw new InvalidResponseError('The ID token is missing');
      const profile =
        claims.email === undefined && provider.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims;
      return {
        subject: claims.sub,
        email: typeof profile.email === 'string' ? profile.email.trim().toLowerCase() : null,
        emailVerified: profile.email_verified === true,
      };
    } catch (error) {
      throw isUnavailable(error)
        ? new ProviderUnavailableError((error as Error).message, { cause: error })
        : new InvalidResponseError((error as Error).message, { cause: error });
    }
  }

  /** Retried after a failure, so that a provider that was down is found when it is back. */
  private async discovered(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    // Also verify the signature, so that no proxy between here and the provider has to be trusted.
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
      throw new ProviderUnavailableError((error as Error).message, { cause: error });
    }
  }
}

/** No connection, a timeout, or a server error of the provider. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof client.ClientError) {
    return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
  }
  return error instanceof TypeError && error.message === 'fetch failed';
}
