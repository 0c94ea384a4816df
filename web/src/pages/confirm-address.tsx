import { Alert, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { authLinksConfirmAddressMutation } from '../api';
import { messageOf } from '../api/error';
import { sessionKey } from '../api/session';
import { titled } from '../lib/installation';
import { AuthLayout } from '../ui/auth-layout';
import { MailedLink } from '../ui/mailed-link';

export const meta = () => [{ title: titled('Sign-in address') }, { name: 'referrer', content: 'no-referrer' }];

/** Target of the link that confirms a sign-in address, or changes it back. Like a sign-in link, it needs a click. */
export default function ConfirmAddress() {
  const { token = '' } = useParams();
  return (
    <MailedLink
      kind="address"
      token={token}
      title="Sign-in address"
      again={{ to: '/app/profile', label: 'Go to your profile' }}
    >
      <Confirm token={token} />
    </MailedLink>
  );
}

/** Texts of the page. The links in mails about a change have `?back`. */
const TEXTS = {
  use: {
    subtitle: 'Use the address that received this email to sign in to your account.',
    button: 'Use this address',
  },
  back: {
    subtitle:
      'Sign in with the address that received this email again. Every device is signed out, the password ends, and you choose a new one.',
    button: 'Change it back',
  },
};

function Confirm({ token }: { token: string }) {
  const [params] = useSearchParams();
  const confirm = useMutation({ ...authLinksConfirmAddressMutation(), meta: { invalidates: [sessionKey] } });
  if (confirm.isSuccess) {
    const { email, resetToken } = confirm.data.data;
    return resetToken ? (
      <AuthLayout title="Address changed back" subtitle={`You sign in with ${email} again. Now choose a new password.`}>
        <Button component={Link} to={`/reset-password/${resetToken}`} replace>
          Choose a new password
        </Button>
      </AuthLayout>
    ) : (
      <AuthLayout title="Address changed" subtitle={`You sign in with ${email} from now on.`}>
        <Button component={Link} to="/app">
          Continue
        </Button>
      </AuthLayout>
    );
  }
  const { subtitle, button } = TEXTS[params.has('back') ? 'back' : 'use'];
  return (
    <AuthLayout title="Sign-in address" subtitle={subtitle}>
      <Stack gap="md">
        {confirm.isError && (
          <Alert color="red" p="sm" role="alert">
            {messageOf(confirm.error, 'The address could not be changed. Please try again.')}
          </Alert>
        )}
        <Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
          {button}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
