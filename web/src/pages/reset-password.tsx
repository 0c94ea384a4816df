import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { authLinksResetMutation } from '../api';
import { messageOf } from '../api/error';
import { useEnterAgain } from '../api/session';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { titled } from '../lib/installation';
import { isCodeNeeded, useCodeNeeded } from '../lib/navigation/code-needed';
import { AuthLayout } from '../ui/auth-layout';
import { MailedLink } from '../ui/mailed-link';
import { NewPassword } from '../ui/new-password';

export const meta = () => [{ title: titled('New password') }, { name: 'referrer', content: 'no-referrer' }];

export default function ResetPassword() {
  const { token = '' } = useParams();
  return (
    <MailedLink
      kind="reset"
      token={token}
      title="New password"
      again={{ to: '/forgot-password', label: 'Ask for a new link' }}
    >
      <ChoosePassword token={token} />
    </MailedLink>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const enter = useEnterAgain();
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => (value.length < 8 ? 'Password must be at least 8 characters long' : null),
    },
  });
  const reset = useMutation({ ...authLinksResetMutation(), onSuccess: () => enter('/app'), onError: useCodeNeeded() });
  return (
    <AuthLayout title="New password" subtitle="Every device that is signed in now is signed out.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ password }) => reset.mutate({ body: { token, password } }), focusFirstError(form))}
      >
        <Stack gap="md">
          {reset.isError && !isCodeNeeded(reset.error) && (
            <Alert color="red" p="sm" role="alert">
              {messageOf(reset.error, 'The password could not be set. Please try again.')}{' '}
              <Anchor component={Link} to="/forgot-password" inherit>
                Ask for a new link
              </Anchor>
            </Alert>
          )}
          <NewPassword known={[]} label="New password" autoFocus {...form.getInputProps('password')} />
          <Button type="submit" loading={reset.isPending}>
            Set password
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
