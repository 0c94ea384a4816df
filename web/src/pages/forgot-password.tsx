import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { authLinksForgotMutation } from '../api';
import { messageOf } from '../api/error';
import { zForgotPassword } from '../api/generated/zod.gen';
import { useMailLeaves } from '../api/mail-leaves';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { formErrors } from '../lib/forms/form-errors';
import { titled } from '../lib/installation';
import { AuthLayout } from '../ui/auth-layout';

export const meta = () => [{ title: titled('Forgot password') }];

export default function ForgotPassword() {
  const [params] = useSearchParams();
  const form = useForm({
    initialValues: { email: params.get('email') ?? '' },
    validate: ({ email }) => formErrors(zForgotPassword, { email: email.trim() }),
  });
  const send = useMutation(authLinksForgotMutation());
  const mailLeaves = useMailLeaves();
  const back = (
    <Anchor component={Link} to="/sign-in" size="sm" ta="center">
      Back to sign in
    </Anchor>
  );
  if (!mailLeaves) {
    return (
      <AuthLayout title="Forgot password" subtitle="This portal does not send e-mail.">
        <Stack gap="md">
          <Text size="sm">Ask whoever runs it for a link that sets a new password.</Text>
          {back}
        </Stack>
      </AuthLayout>
    );
  }
  if (send.isSuccess) {
    return (
      <AuthLayout
        title="Check your mail"
        subtitle={`If there is an account for ${form.values.email.trim()}, a link is on its way.`}
      >
        <Stack gap="md">
          <Text size="sm">It works once, within an hour. Nothing there? Check the spam folder.</Text>
          {back}
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Forgot password" subtitle="We mail you a link that sets a new one.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ email }) => send.mutate({ body: { email: email.trim() } }), focusFirstError(form))}
      >
        <Stack gap="md">
          {send.isError && (
            <Alert color="red" p="sm" role="alert">
              {messageOf(send.error, 'The mail could not be sent. Please try again.')}
            </Alert>
          )}
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <Button type="submit" loading={send.isPending}>
            Send link
          </Button>
          {back}
        </Stack>
      </form>
    </AuthLayout>
  );
}
