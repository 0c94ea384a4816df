import { Avatar, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { initialOf } from '../../lib/format/initial';

/** The user's initial, with the name if there is room; links to the profile. */
export function UserLink({ withName = false }: { withName?: boolean }) {
  const { user } = useSession();
  return (
    <UnstyledButton component={Link} to="/app/profile" title="My profile">
      <VisuallyHidden>{user.name}, my profile</VisuallyHidden>
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
  );
}
