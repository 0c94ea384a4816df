import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import {
  authDevSignInMutation,
  authLinksRequestMutation,
  authPortalOptions,
  authSignInMutation,
  dataOf,
  type SignIn as Credentials,
} from '../api';
import { messageOf } from '../api/error';
import { zRequestSignInLink, zSignIn } from '../api/generated/zod.gen';
import { useMailLeaves } from '../api/mail-leaves';
import { useEnter, visitorOptions } from '../api/session';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { formErrors } from '../lib/forms/form-errors';
import { titled } from '../lib/installation';
import { isCodeNeeded, useCodeNeeded } from '../lib/navigation/code-needed';
import { safeRedirect } from '../lib/navigation/safe-redirect';
import { AuthLayout } from '../ui/auth-layout';
import { Loading } from '../ui/loading';

export const meta = () => [{ title: titled('Sign in') }];

/** Reasons why the provider sent a person back without a sign-in. */
const PROBLEMS: Record<string, string | undefined> = {
  refused: 'The sign-in was not completed. Please try again.',
  unverified: 'Your e-mail address is not verified there. Verify it first, or sign in another way.',
  unknown: 'Nobody has invited this address, or another sign-in belongs to it. Ask your studio for an invitation.',
  away: 'The sign-in service does not answer. Try again in a moment, or sign in another way.',
};

const COOKIES_BLOCKED = 'Your browser blocks cookies for this site. Allow them, then sign in.';

const bodyOf = ({ email, password }: Credentials): Credentials => ({ email: email.trim(), password });

export default function SignIn() {
  const [params] = useSearchParams();
  const enter = useEnter();
  const next = safeRedirect(params.get('next')) ?? '/app';
  const visitor = useQuery(visitorOptions);
  const { data: portal } = useQuery({ ...authPortalOptions(), select: dataOf });
  const form = useForm({
    initialValues: { email: params.get('email') ?? '', password: '' },
    validate: (values) => formErrors(zSignIn, bodyOf(values)),
  });
  const signIn = useMutation({
    ...authSignInMutation(),
    onSuccess: ({ data }) => enter(data, next),
    onError: useCodeNeeded(next),
  });
  const problem = navigator.cookieEnabled === false ? COOKIES_BLOCKED : PROBLEMS[params.get('problem') ?? ''];
  if (visitor.isPending) return <Loading />;
  if (visitor.data && !signIn.isSuccess) return <Navigate to={next} replace />;
  if (portal?.needsSetup) return <Navigate to="/setup" replace />;
  return (
    <AuthLayout title="Sign in" subtitle="Your projects, masters and conversations.">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => signIn.mutate({ body: bodyOf(values) }), focusFirstError(form))}
      >
        <Stack gap="md">
          {problem && signIn.isIdle && (
            <Alert color="red" p="sm" role="alert">
              {problem}
            </Alert>
          )}
          {signIn.isError && !isCodeNeeded(signIn.error) && (
            <Alert color="red" p="sm" role="alert">
              {messageOf(signIn.error, 'Could not sign in. Please try again.')}
            </Alert>
          )}
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          {portal?.singleSignOn && (
            <Button component="a" href={`/api/auth/oidc?${new URLSearchParams({ next })}`} variant="default">
              Sign in with {portal.singleSignOn}
            </Button>
          )}
          <MailedLink email={form.values.email.trim()} next={next} />
        </Stack>
      </form>
      {portal?.devMode && <DemoPeople next={next} />}
    </AuthLayout>
  );
}

/** Other ways to sign in without a password. */
function MailedLink({ email, next }: { email: string; next: string }) {
  const mailLeaves = useMailLeaves();
  const wrong = Object.keys(formErrors(zRequestSignInLink, { email })).length > 0;
  const send = useMutation({
    ...authLinksRequestMutation(),
    meta: { failure: { title: 'Error', message: 'The mail could not be sent. Please try again.' } },
  });
  if (send.isSuccess) {
    return (
      <Alert color="blue" p="sm" role="status">
        If there is an account for {email}, a link to sign in is on its way. It works for ten minutes.
      </Alert>
    );
  }
  return (
    <>
      {mailLeaves && (
        <Button
          variant="default"
          loading={send.isPending}
          disabled={wrong}
          onClick={() => send.mutate({ body: { email, next } })}
        >
          E-mail me a link instead
        </Button>
      )}
      <Anchor component={Link} to={`/forgot-password?${new URLSearchParams({ email })}`} size="sm" ta="center">
        Forgot password?
      </Anchor>
    </>
  );
}

/** Signs in again after a sign-out in Dev Mode. */
function DemoPeople({ next }: { next: string }) {
  const enter = useEnter();
  const signIn = useMutation({
    ...authDevSignInMutation(),
    meta: { failure: { title: 'Error', message: 'Failed to switch the demo user' } },
    onSuccess: ({ data }) => enter(data, next),
  });
  return (
    <>
      <Divider label="Dev Mode" />
      <Group grow>
        {(['engineer', 'client'] as const).map((role) => (
          <Button
            key={role}
            variant="default"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate({ body: { role } })}
          >
            Demo {role}
          </Button>
        ))}
      </Group>
    </>
  );
}
