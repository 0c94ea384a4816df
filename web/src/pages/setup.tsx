import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { authPortalOptions, authSetUpMutation, dataOf, type Setup } from '../api';
import { messageOf } from '../api/error';
import { zSetup } from '../api/generated/zod.gen';
import { useEnter } from '../api/session';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { formErrors } from '../lib/forms/form-errors';
import { titled } from '../lib/installation';
import { AuthLayout } from '../ui/auth-layout';
import { NewPassword } from '../ui/new-password';

export const meta = () => [{ title: titled('Set up') }];

const bodyOf = (values: Setup): Setup => ({ ...values, email: values.email.trim() });

/** First run of an installation: creates the owner's account and studio. */
export default function SetUp() {
  const enter = useEnter();
  const { data: portal } = useQuery({ ...authPortalOptions(), select: dataOf });
  const form = useForm({
    initialValues: { studioName: '', name: '', email: '', password: '', code: '' },
    validate: (values) => formErrors(zSetup, bodyOf(values)),
  });
  const setUp = useMutation({
    ...authSetUpMutation(),
    onSuccess: ({ data }) => enter(data),
  });
  if (portal && !portal.needsSetup && !setUp.isSuccess) return <Navigate to="/sign-in" replace />;
  return (
    <AuthLayout title="Set up your studio" subtitle="This account owns the installation and its studio.">
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
          <NewPassword
            known={[form.values.email, form.values.name, form.values.studioName]}
            label="Password"
            {...form.getInputProps('password')}
          />
          {portal?.setupNeedsCode && (
            <TextInput
              label="Code from the console"
              description="The server printed it when it started."
              autoComplete="one-time-code"
              required
              {...form.getInputProps('code')}
            />
          )}
          <Button type="submit" loading={setUp.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
