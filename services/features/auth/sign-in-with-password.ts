import { createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { signInSchema } from './session.schema.js';

/**
 * Takes the place of better-auth's own sign-in, which refuses addresses that people have (`r&b@label.com`, `ö@müller.de`,
 * `ada@studio`): they could be given an account, and never come back to it. An unknown address costs a hash as well, so
 * that the time tells nothing.
 */
export const signInWithPassword = () => ({
  id: 'sign-in-with-password' as const,
  endpoints: {
    signInEmail: createAuthEndpoint(
      '/sign-in/email',
      { method: 'POST', use: [formCsrfMiddleware], body: signInSchema },
      async (ctx) => {
        const { internalAdapter, password } = ctx.context;
        const found = await internalAdapter.findUserByEmail(ctx.body.email, { includeAccounts: true });
        const own = found?.accounts.find(
          ({ providerId, accountId }) => providerId === 'credential' && accountId === found.user.id,
        );
        const hash = own?.password ?? (await password.hash(ctx.body.password).then(() => null));
        if (!found || !hash || !(await password.verify({ hash, password: ctx.body.password }))) {
          throw ctx.error('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
        }
        const { user } = found;
        await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user });
        return ctx.json({ user: { id: user.id } });
      },
    ),
  },
});
