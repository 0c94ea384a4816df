import { Box, Flex, Group, Text, ThemeIcon, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Notification, notificationsReadMutation } from '../../api';
import { notificationKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { formatAge, formatDateTime } from '../../lib/format/format';
import { kindStyles, placeOf } from './kinds';

/** Links to the subject of the notification and marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, type, message, read, createdAt } = notification;
  const { user } = useSession();
  const markRead = useMutation({
    ...notificationsReadMutation(),
    meta: {
      invalidates: notificationKeys(),
      failure: { title: 'Error', message: 'Failed to mark notifications as read' },
    },
  });
  const { Icon, color } = kindStyles[type];
  return (
    <li>
      <UnstyledButton
        component={Link}
        to={placeOf(notification, user.role)}
        w="100%"
        py={10}
        display="block"
        onClick={() => !read && markRead.mutate({ path: { id } })}
        style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
      >
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ThemeIcon variant="light" color={color} size={28} radius="xl" mt={-2} aria-hidden>
            <Icon size={16} stroke={1.75} />
          </ThemeIcon>
          <Flex direction={{ base: 'column', xs: 'row' }} align="flex-start" columnGap="sm" flex={1} miw={0}>
            <Text
              size="sm"
              flex={1}
              miw={0}
              fw={read ? 400 : 500}
              c={read ? 'dimmed' : undefined}
              style={{ overflowWrap: 'anywhere' }}
            >
              {!read && <VisuallyHidden>Unread: </VisuallyHidden>}
              {message}
            </Text>
            <Tooltip label={formatDateTime(createdAt)}>
              <Text size="xs" c="dimmed" flex="none" lh="1.25rem" component="time" dateTime={createdAt}>
                {formatAge(createdAt)}
              </Text>
            </Tooltip>
          </Flex>
          <Box
            w={8}
            h={8}
            mt={6}
            bdrs="xl"
            flex="none"
            bg={read ? undefined : 'var(--mantine-primary-color-filled)'}
            aria-hidden
          />
        </Group>
      </UnstyledButton>
    </li>
  );
}
