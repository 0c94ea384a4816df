import { Alert, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
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

function Confirm({ token }: { token: string }) {
  const confirm = useMutation({ ...authLinksConfirmAddressMutation(), meta: { invalidates: [sessionKey] } });
  if (confirm.isSuccess)
    return (
      <AuthLayout title="Address changed" subtitle={`You sign in with ${confirm.data.data.email} from now on.`}>
        <Button component={Link} to="/app">
          Continue
        </Button>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Sign-in address" subtitle="Use the address that received this email to sign in to your account.">
      <Stack gap="md">
        {confirm.isError && (
          <Alert color="red" p="sm" role="alert">
            {messageOf(confirm.error, 'The address could not be changed. Please try again.')}
          </Alert>
        )}
        <Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
          Use this address
        </Button>
      </Stack>
    </AuthLayout>
  );
}
