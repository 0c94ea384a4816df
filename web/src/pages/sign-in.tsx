import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { authPortalOptions, authSignInMutation, dataOf, type SignIn as Credentials } from '../api';
import { zSignIn } from '../api/generated/zod.gen';
import { sessionKey } from '../api/session';
import { messageOf } from '../lib/error';
import { focusFirstError } from '../lib/focus-first-error';
import { formErrors } from '../lib/form-errors';
import { Entrance } from '../ui/entrance';

export const meta = () => [{ title: 'Sign in · Lacquer' }];

/** Only an address of this portal is followed. */
function destination(next: string | null): string {
  return next !== null && /^\/(app([/?#]|$)|invite\/[\w-]+$)/.test(next) ? next : '/app';
}

const bodyOf = ({ email, password }: Credentials): Credentials => ({ email: email.trim(), password });

export default function SignIn() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: portal } = useQuery({ ...authPortalOptions(), select: dataOf });
  const form = useForm({
    initialValues: { email: params.get('email') ?? '', password: '' },
    validate: (values) => formErrors(zSignIn, bodyOf(values)),
  });
  const signIn = useMutation({
    ...authSignInMutation(),
    onSuccess: async ({ data }) => {
      // What was read as somebody else, or as nobody, is read again.
      client.removeQueries({ type: 'inactive' });
      client.setQueryData(sessionKey, data);
      await navigate(destination(params.get('next')), { replace: true });
    },
  });
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
    </Entrance>
  );
}
