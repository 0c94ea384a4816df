import { Alert, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import {
  authDevSignInMutation,
  authPortalOptions,
  authSignInMutation,
  dataOf,
  type SignIn as Credentials,
} from '../api';
import { zSignIn } from '../api/generated/zod.gen';
import { useEnter, visitorOptions } from '../api/session';
import { messageOf } from '../lib/error';
import { focusFirstError } from '../lib/focus-first-error';
import { formErrors } from '../lib/form-errors';
import { Entrance } from '../ui/entrance';
import { Loading } from '../ui/loading';

export const meta = () => [{ title: 'Sign in · Lacquer' }];

/** Only an address of this portal is followed. */
function destination(next: string | null): string {
  return next !== null && /^\/(app([/?#]|$)|invite\/[\w-]+$)/.test(next) ? next : '/app';
}

const bodyOf = ({ email, password }: Credentials): Credentials => ({ email: email.trim(), password });

export default function SignIn() {
  const [params] = useSearchParams();
  const enter = useEnter();
  const next = destination(params.get('next'));
  const visitor = useQuery(visitorOptions);
  const { data: portal } = useQuery({ ...authPortalOptions(), select: dataOf });
  const form = useForm({
    initialValues: { email: params.get('email') ?? '', password: '' },
    validate: (values) => formErrors(zSignIn, bodyOf(values)),
  });
  const signIn = useMutation({ ...authSignInMutation(), onSuccess: ({ data }) => enter(data, next) });
  if (visitor.isPending) return <Loading />;
  if (visitor.data && !signIn.isSuccess) return <Navigate to={next} replace />;
  if (portal?.needsSetup) return <Navigate to="/setup" replace />;
  return (
    <Entrance title="Sign in" subtitle="Your projects, masters and conversations.">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => signIn.mutate({ body: bodyOf(values) }), focusFirstError(form))}
      >
        <Stack gap="md">
          {signIn.isError && (
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
        </Stack>
      </form>
      {portal?.devMode && <DemoPeople next={next} />}
    </Entrance>
  );
}

/** Dev Mode's way back in after signing out. */
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
