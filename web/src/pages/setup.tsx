import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { authPortalOptions, authPortalQueryKey, authSetUpMutation, dataOf } from '../api';
import { sessionKey } from '../api/session';
import { messageOf } from '../lib/error';
import { focusFirstError } from '../lib/focus-first-error';
import { Entrance } from '../ui/entrance';

export const meta = () => [{ title: 'Set up · Lacquer' }];

/** The first run of an installation: its owner's account and studio. */
export default function SetUp() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: portal } = useQuery({ ...authPortalOptions(), select: dataOf });
  const form = useForm({
    initialValues: { studioName: '', name: '', email: '', password: '' },
    validate: {
      studioName: (value) => (value.trim() === '' ? 'Studio name is required' : null),
      name: (value) => (value.trim() === '' ? 'Name is required' : null),
      email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : 'Invalid email'),
      password: (value) => (value.length < 8 ? 'Password must be at least 8 characters long' : null),
    },
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
      <form noValidate onSubmit={form.onSubmit((values) => setUp.mutate({ body: values }), focusFirstError(form))}>
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
