import { Button, Group, Text, Title } from '@mantine/core';
import { IconLogout, IconServerCog } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession, useSignOut } from '../../api/session';

/** The signed-in person, with a sign-out button. */
export function ProfileHeader() {
  const { user } = useSession();
  const signOut = useMutation({
    mutationFn: useSignOut(),
    meta: { failure: { title: 'Error', message: 'Could not sign out. Please try again.' } },
  });
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Title order={1}>My profile</Title>
        <Text size="sm" c="dimmed" truncate>
          Signed in as {user.email}
        </Text>
      </div>
      <Group gap="xs">
        {user.isOperator && (
          <Button
            variant="default"
            component={Link}
            to="/app/operator"
            leftSection={<IconServerCog size={16} aria-hidden />}
          >
            Operator
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      </Group>
    </Group>
  );
}
