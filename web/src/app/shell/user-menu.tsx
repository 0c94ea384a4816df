import { Avatar, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconMail, IconServerCog, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession, useSignOut } from '../../api/session';
import { initialOf } from '../../lib/initial';

/** The user's initial, with the name where there is room; opens who is signed in and the way out. */
export function UserMenu({ withName = false }: { withName?: boolean }) {
  const { user, devMode } = useSession();
  const signOut = useMutation({
    mutationFn: useSignOut(),
    meta: { failure: { title: 'Error', message: 'Could not sign out. Please try again.' } },
  });
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Account of {user.name}</VisuallyHidden>
          <Group gap="xs" wrap="nowrap" aria-hidden>
            <Avatar size={32} radius="xl" src={user.avatar} color={user.role === 'engineer' ? 'blue' : 'green'}>
              {initialOf(user.name)}
            </Avatar>
            {withName && (
              <Text size="sm" fw={500} truncate maw={180} visibleFrom="xs">
                {user.name}
              </Text>
            )}
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/app/profile" leftSection={<IconUser size={16} aria-hidden />}>
          My profile
        </Menu.Item>
        {user.isOperator && (
          <Menu.Item component={Link} to="/app/operator" leftSection={<IconServerCog size={16} aria-hidden />}>
            Operator
          </Menu.Item>
        )}
        {devMode && user.role === 'engineer' && (
          <Menu.Item
            component={Link}
            to="/app/dev/mailbox"
            hiddenFrom="sm"
            leftSection={<IconMail size={16} aria-hidden />}
          >
            Mailbox
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
