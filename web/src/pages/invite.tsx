import { Alert, Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import {
  authSignOutMutation,
  dataOf,
  type Invitation,
  invitesAcceptMutation,
  invitesDeclineMutation,
  invitesShowOptions,
} from '../api';
import { ApiError, messageOf } from '../api/error';
import { zAcceptInvite } from '../api/generated/zod.gen';
import { useEnterAgain } from '../api/session';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { formErrors } from '../lib/forms/form-errors';
import { titled } from '../lib/installation';
import { safeRedirect } from '../lib/navigation/safe-redirect';
import { AuthLayout } from '../ui/auth-layout';
import { Failure } from '../ui/failure';
import { NewPassword } from '../ui/new-password';

export const meta = () => [{ title: titled('Invitation') }, { name: 'referrer', content: 'no-referrer' }];

const REFUSED: Record<string, string> = {
  invite_used: 'Invitation already used',
  invite_expired: 'Invitation expired',
  invite_cancelled: 'Invitation withdrawn',
  invite_declined: 'Invitation declined',
  not_found: 'Invitation not valid',
};

/** Target of an invitation link: creates an account, or joins the studio with an existing one. */
export default function InvitePage() {
  const { token = '' } = useParams();
  const next = useNext();
  const decline = useMutation(invitesDeclineMutation());
  const { data, isPending, isError, error, refetch } = useQuery({
    ...invitesShowOptions({ path: { token } }),
    select: dataOf,
  });
  if (isPending)
    return (
      <AuthLayout title="Invitation" subtitle="One moment…">
        <Stack role="status" aria-label="Loading invitation">
          <Skeleton h={52} />
          <Skeleton h={52} />
        </Stack>
      </AuthLayout>
    );
  if (isError) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'invite_used' && next) return <Navigate to={next} replace />;
    const title = code ? REFUSED[code] : undefined;
    if (!title)
      return <Failure title="The invitation could not be loaded" error={error} onRetry={() => void refetch()} />;
    return (
      <AuthLayout title={title} subtitle={error.message}>
        <Button component={Link} to="/sign-in" variant="default">
          Go to sign in
        </Button>
      </AuthLayout>
    );
  }
  if (decline.isSuccess)
    return (
      <AuthLayout
        title="Invitation declined"
        subtitle={`${data.studioName} has been notified. Ask them for a new invitation if you change your mind.`}
      >
        <Button component={Link} to="/" variant="default">
          Leave
        </Button>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={`${data.studioName} invites you`}
      subtitle={
        data.project
          ? `“${data.project.title}” is waiting for you. Listen to the previews, comment at the exact second, and download the finals.`
          : 'Listen to the previews, comment at the exact second, and download the finals.'
      }
    >
      <Answer token={token} invitation={data} />
      {decline.error && (
        <Alert color="red" p="sm" role="alert">
          {messageOf(decline.error, 'The invitation could not be declined. Please try again.')}
        </Alert>
      )}
      <Button
        variant="subtle"
        color="gray"
        loading={decline.isPending}
        onClick={() => decline.mutate({ path: { token } })}
      >
        Decline invitation
      </Button>
    </AuthLayout>
  );
}

/** Page that the invitation mail refers to. */
function useNext(): string | null {
  const [params] = useSearchParams();
  return safeRedirect(params.get('next'));
}

function Answer({ token, invitation }: { token: string; invitation: Invitation }) {
  const { email, hasAccount, signedInAs } = invitation;
  const next = useNext();
  if (signedInAs !== null && signedInAs !== email) return <OtherSession invitation={invitation} />;
  if (signedInAs === email) return <Join token={token} invitation={invitation} />;
  if (!hasAccount) return <NewAccount token={token} invitation={invitation} />;
  const here = `/invite/${token}${next ? `?${new URLSearchParams({ next })}` : ''}`;
  const signIn = new URLSearchParams({ next: here, email });
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        There is an account for <b>{email}</b>. Sign in to accept the invitation.
      </Text>
      <Button component={Link} to={`/sign-in?${signIn}`}>
        Sign in
      </Button>
    </Stack>
  );
}

/** Opens the page that the mail or the invitation is about. */
function useAccept({ project }: Invitation) {
  const enter = useEnterAgain();
  const next = useNext();
  return useMutation({
    ...invitesAcceptMutation(),
    onSuccess: () => enter(next ?? (project ? `/app/projects/${project.id}` : '/app')),
  });
}

function Refusal({ error }: { error: unknown }) {
  return error ? (
    <Alert color="red" p="sm" role="alert">
      {messageOf(error, 'The invitation could not be accepted. Please try again.')}
    </Alert>
  ) : null;
}

function NewAccount({ token, invitation }: { token: string; invitation: Invitation }) {
  const { email, name } = invitation;
  const accept = useAccept(invitation);
  const form = useForm({
    initialValues: { name, password: '' },
    validate: (values) => formErrors(zAcceptInvite, values),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ name, password }) => accept.mutate({ path: { token }, body: { name: name.trim(), password } }),
        focusFirstError(form),
      )}
    >
      <Stack gap="md">
        <Refusal error={accept.error} />
        <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
        <TextInput label="Your name" autoComplete="name" required maxLength={200} {...form.getInputProps('name')} />
        <NewPassword
          known={[email, form.values.name]}
          label="Choose a password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={accept.isPending}>
          Accept invitation
        </Button>
      </Stack>
    </form>
  );
}

function Join({ token, invitation }: { token: string; invitation: Invitation }) {
  const { email, studioName } = invitation;
  const accept = useAccept(invitation);
  return (
    <Stack gap="md">
      <Refusal error={accept.error} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        You are signed in as <b>{email}</b>.
      </Text>
      <Button loading={accept.isPending} onClick={() => accept.mutate({ path: { token }, body: {} })}>
        <Text span inherit truncate>
          Join {studioName}
        </Text>
      </Button>
    </Stack>
  );
}

function OtherSession({ invitation: { email, signedInAs } }: { invitation: Invitation }) {
  const client = useQueryClient();
  const signOut = useMutation({ ...authSignOutMutation(), onSuccess: () => client.resetQueries() });
  return (
    <Stack gap="md">
      <Refusal error={signOut.error} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        The invitation is for <b>{email}</b>, but this browser is signed in as <b>{signedInAs}</b>.
      </Text>
      <Button loading={signOut.isPending} onClick={() => signOut.mutate({})}>
        Sign out and continue
      </Button>
      <Anchor component={Link} to="/app" size="sm" ta="center">
        Stay signed in
      </Anchor>
    </Stack>
  );
}
