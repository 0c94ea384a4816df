import { Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dataOf, mailPreferencesLookOptions, mailPreferencesUnsubscribeMutation } from '../../api';
import { ApiError } from '../../api/error';
import { mailPreferenceKeys } from '../../api/keys';
import { notificationTypes } from '../../lib/words';
import { AuthLayout } from '../../ui/auth-layout';
import { Failure } from '../../ui/failure';

/** Unsubscribes from one kind of e-mail. It needs a click, because mail scanners open every link. */
export function Unsubscribe({ token }: { token: string }) {
  const path = { token };
  const { data, isPending, isError, error, refetch } = useQuery({
    ...mailPreferencesLookOptions({ path }),
    select: dataOf,
  });
  const unsubscribe = useMutation({
    ...mailPreferencesUnsubscribeMutation(),
    meta: {
      invalidates: [...mailPreferenceKeys(), mailPreferencesLookOptions({ path }).queryKey],
      failure: { title: 'Error', message: 'Could not unsubscribe. Please try again.' },
    },
  });
  if (isPending) {
    return (
      <AuthLayout title="Unsubscribe" subtitle="One moment…">
        <Skeleton h={32} role="status" aria-label="Loading" />
      </AuthLayout>
    );
  }
  if (isError) {
    if (!(error instanceof ApiError) || error.status !== 404) {
      return <Failure title="The link could not be opened" error={error} onRetry={() => void refetch()} />;
    }
    return (
      <AuthLayout
        title="This link is not valid"
        subtitle="It may have been cut off. Open the link in the e-mail again, or change your e-mails in the portal."
      >
        <Portal />
      </AuthLayout>
    );
  }
  const kind = `“${notificationTypes[data.type].label}”`;
  if (!data.email) {
    return (
      <AuthLayout
        title="You are unsubscribed"
        subtitle={`You no longer get e-mails of the kind ${kind}. You can switch them on again under Notifications.`}
      >
        <Portal />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Unsubscribe"
      subtitle={`Stop e-mails of the kind ${kind}? You still find them under Notifications in the portal.`}
    >
      <Stack gap="sm">
        <Button loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ path })}>
          Stop these e-mails
        </Button>
        <Portal />
      </Stack>
    </AuthLayout>
  );
}

function Portal() {
  return (
    <Button component={Link} to="/app/notifications" variant="default">
      Go to the portal
    </Button>
  );
}
