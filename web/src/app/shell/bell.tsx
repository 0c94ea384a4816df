import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { dataOf, notificationsUnreadCountOptions } from '../../api';

const POLL_MS = 30_000;

/** Link to the notifications, with the number of unread ones. */
export function Bell() {
  const { data, error } = useQuery({ ...notificationsUnreadCountOptions(), select: dataOf, refetchInterval: POLL_MS });
  useEffect(() => {
    if (error) console.warn('The number of unread notifications could not be loaded:', error);
  }, [error]);
  const count = data?.count ?? 0;
  return (
    <Indicator
      label={count > 99 ? '99+' : count}
      size={16}
      offset={count > 99 ? 11 : 7}
      disabled={count === 0}
      styles={{ indicator: { pointerEvents: 'none', fontSize: 11, fontWeight: 600, lineHeight: 1 } }}
    >
      <ActionIcon
        component={Link}
        to="/app/notifications"
        size="lg"
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
