import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authLinksCheck } from '../api';
import { ApiError } from '../api/error';
import { AuthLayout } from './auth-layout';

interface MailedLinkProps {
  kind: 'reset' | 'magic' | 'address';
  token: string;
  title: string;
  /** Where to request a new link. */
  again: { to: string; label: string };
  children: ReactNode;
}

/** A page opened by a mailed link. It shows at once, before anything is typed, if the link is used or expired. */
export function MailedLink({ kind, token, title, again, children }: MailedLinkProps) {
  const { isPending, error } = useQuery({
    queryKey: ['check-link', kind, token],
    queryFn: () => authLinksCheck({ body: { kind, token }, throwOnError: true }).then(() => true),
    // Using the link ends it, but the page that used it must not show that.
    staleTime: Infinity,
    retry: false,
  });
  if (isPending)
    return (
      <AuthLayout title={title} subtitle="One moment…">
        <Stack role="status" aria-label="Checking the link">
          <Skeleton h={52} />
        </Stack>
      </AuthLayout>
    );
  // Other failures say nothing about the link: the page continues and the call itself will report them.
  if (error instanceof ApiError && (error.status === 410 || error.status === 400))
    return (
      <AuthLayout title="This link no longer works" subtitle={error.message}>
        <Stack gap="sm">
          <Button component={Link} to={again.to}>
            {again.label}
          </Button>
          <Button component={Link} to="/sign-in" variant="default">
            Go to sign in
          </Button>
        </Stack>
      </AuthLayout>
    );
  return children;
}
