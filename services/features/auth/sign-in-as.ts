import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';

/** Plugin that gives the browser the cookie of a session that the server has opened. It is not exposed over HTTP. */
export const signInAs = () => ({
  id: 'sign-in-as' as const,
  endpoints: {
    signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ token: z.string() }) }, async (ctx) => {
      const { authCookies, secret, sessionConfig } = ctx.context;
      const { name, attributes } = authCookies.sessionToken;
      await ctx.setSignedCookie(name, ctx.body.token, secret, { ...attributes, maxAge: sessionConfig.expiresIn });
      return ctx.json(null);
    }),
  },
});
