import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authLinksCheck } from '../api';
import { ApiError } from '../lib/error';
import { AuthLayout } from './auth-layout';

interface MailedLinkProps {
  kind: 'reset' | 'magic';
  token: string;
  title: string;
  /** Where a new link can be had. */
  again: { to: string; label: string };
  children: ReactNode;
}

/** A page that a mailed link opens: says at once when the link is used or over, before anything is typed. */
export function MailedLink({ kind, token, title, again, children }: MailedLinkProps) {
  const { isPending, error } = useQuery({
    queryKey: ['check-link', kind, token],
    queryFn: () => authLinksCheck({ body: { kind, token }, throwOnError: true }).then(() => true),
    // Using the link ends it; the page that used it must not say so.
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
  // Any other failure says nothing about the link: the page goes on and the call itself will tell.
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
