import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { authPortalOptions, authPortalQueryKey, authSetUpMutation, dataOf, type Setup } from '../api';
import { zSetup } from '../api/generated/zod.gen';
import { sessionKey } from '../api/session';
import { messageOf } from '../lib/error';
import { focusFirstError } from '../lib/focus-first-error';
import { formErrors } from '../lib/form-errors';
import { Entrance } from '../ui/entrance';

export const meta = () => [{ title: 'Set up · Lacquer' }];

const bodyOf = (values: Setup): Setup => ({ ...values, email: values.email.trim() });

/** The first run of an installation: its owner's account and studio. */
export default function SetUp() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: portal } = useQuery({ ...authPortalOptions(), select: dataOf });
  const form = useForm({
    initialValues: { studioName: '', name: '', email: '', password: '' },
    validate: (values) => formErrors(zSetup, bodyOf(values)),
  });
  const setUp = useMutation({
    ...authSetUpMutation(),
    onSuccess: async ({ data }) => {
      client.setQueryData(sessionKey, data);
      await navigate('/app', { replace: true });
      client.removeQueries({ queryKey: authPortalQueryKey() });
    },
  });
  if (portal && !portal.needsSetup) return <Navigate to="/sign-in" replace />;
  return (
    <Entrance title="Set up your studio" subtitle="This account owns the installation and its studio.">
      <form
        noValidate
        onSubmit={form.onSubmit((values) => setUp.mutate({ body: bodyOf(values) }), focusFirstError(form))}
      >
        <Stack gap="md">
          {setUp.isError && (
            <Alert color="red" p="sm" role="alert">
              {messageOf(setUp.error, 'The account could not be created. Please try again.')}
            </Alert>
          )}
          <TextInput label="Studio name" autoComplete="organization" required {...form.getInputProps('studioName')} />
          <TextInput label="Your name" autoComplete="name" required {...form.getInputProps('name')} />
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description="At least 8 characters"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={setUp.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
