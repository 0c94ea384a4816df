import { Badge, Group, Menu, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { authDevSignInMutation } from '../../api';
import { useSession } from '../../api/session';

/** Shown in Dev Mode only: signs in as the demo engineer or the demo client. */
export function DevMode() {
  const { devMode, user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    ...authDevSignInMutation(),
    meta: { failure: { title: 'Error', message: 'Failed to switch the demo user' } },
    onSuccess: async () => {
      await navigate('/app');
      await client.resetQueries();
    },
  });
  if (!devMode) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      {user.role === 'engineer' ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <Badge
              component="button"
              type="button"
              color="yellow"
              visibleFrom="sm"
              style={{ cursor: 'pointer' }}
              rightSection={<IconChevronDown size={12} aria-hidden />}
            >
              Dev Mode
            </Badge>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to="/app/dev/mailbox" leftSection={<IconMail size={16} aria-hidden />}>
              Mailbox
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Badge color="yellow" visibleFrom="sm">
          Dev Mode
        </Badge>
      )}
      <VisuallyHidden id="dev-mode-label">Dev Mode: act as</VisuallyHidden>
      <SegmentedControl
        size="xs"
        aria-labelledby="dev-mode-label"
        data={[
          { value: 'engineer', label: 'Engineer' },
          { value: 'client', label: 'Client' },
        ]}
        value={user.role}
        disabled={signIn.isPending}
        onChange={(role) => signIn.mutate({ body: { role } })}
      />
    </Group>
  );
}
