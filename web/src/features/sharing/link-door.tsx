import { Alert, Button, PasswordInput, Skeleton, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sharedEnterMutation } from '../../api';
import { ApiError, messageOf } from '../../api/error';
import { AuthLayout } from '../../ui/auth-layout';
import { Failure } from '../../ui/failure';

interface LinkDoorProps {
  token: string;
  /** Null while the page loads, and after it has loaded. */
  error: Error | null;
  isPending: boolean;
  onRetry: () => void;
  children: ReactNode;
}

/** Shows the page of a link, or why it is not shown: a password is needed, it has ended, or it does not exist. */
export function LinkDoor({ token, error, isPending, onRetry, children }: LinkDoorProps) {
  if (error instanceof ApiError) {
    if (error.code === 'password_needed') return <Password token={token} onEntered={onRetry} />;
    if (error.status === 410) return <Over title="This link has ended" text={error.message} />;
    if (error.status === 404)
      return (
        <Over title="This link does not work" text="It may be incomplete. Ask whoever sent it to you for it again." />
      );
  }
  if (error) return <Failure title="This page could not be loaded" error={error} onRetry={onRetry} />;
  if (isPending)
    return (
      <Stack role="status" aria-label="Loading" maw={820} mx="auto" p="md" pt={64}>
        <Skeleton h={48} w="60%" />
        <Skeleton h={36} w={140} />
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={56} />
        ))}
      </Stack>
    );
  return children;
}

function Over({ title, text }: { title: string; text: string }) {
  return (
    <AuthLayout title={title} subtitle={text}>
      <></>
    </AuthLayout>
  );
}

function Password({ token, onEntered }: { token: string; onEntered: () => void }) {
  const [password, setPassword] = useState('');
  const enter = useMutation({ ...sharedEnterMutation(), onSuccess: onEntered });
  return (
    <AuthLayout title="Password" subtitle="Whoever sent you this link has the password.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') enter.mutate({ path: { token }, body: { password } });
        }}
      >
        <Stack>
          {enter.error && (
            <Alert color="red" p="sm" role="alert">
              {messageOf(enter.error, 'The password could not be checked. Please try again.')}
            </Alert>
          )}
          <PasswordInput
            label="Password"
            autoComplete="off"
            autoFocus
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={enter.isPending}>
            Open
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
