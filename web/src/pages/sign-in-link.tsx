import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { authLinksFollowMutation } from '../api';
import { messageOf } from '../api/error';
import { useEnterAgain } from '../api/session';
import { titled } from '../lib/installation';
import { isCodeNeeded, useCodeNeeded } from '../lib/navigation/code-needed';
import { AuthLayout } from '../ui/auth-layout';
import { MailedLink } from '../ui/mailed-link';

export const meta = () => [{ title: titled('Sign in') }, { name: 'referrer', content: 'no-referrer' }];

/**
 * Target of a mailed sign-in link. It needs a click, because programs that check mail follow links but do not press
 * buttons.
 */
export default function SignInLink() {
  const { token = '' } = useParams();
  return (
    <MailedLink kind="magic" token={token} title="Sign in" again={{ to: '/sign-in', label: 'Ask for a new link' }}>
      <SignIn token={token} />
    </MailedLink>
  );
}

function SignIn({ token }: { token: string }) {
  const enter = useEnterAgain();
  const follow = useMutation({
    ...authLinksFollowMutation(),
    onSuccess: ({ data }) => enter(data.next),
    onError: useCodeNeeded(),
  });
  return (
    <AuthLayout title="Sign in" subtitle="Your projects, masters and conversations.">
      <Stack gap="md">
        {follow.isError && !isCodeNeeded(follow.error) && (
          <Alert color="red" p="sm" role="alert">
            {messageOf(follow.error, 'Could not sign in. Please try again.')}
          </Alert>
        )}
        <Button loading={follow.isPending} disabled={follow.isError} onClick={() => follow.mutate({ body: { token } })}>
          Sign in
        </Button>
        <Anchor component={Link} to="/sign-in" size="sm" ta="center">
          Sign in another way
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
