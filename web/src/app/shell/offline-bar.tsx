import { Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';

/** Shows that the browser is offline, in the page's top margin, so that nothing moves. */
export function OfflineBar() {
  const { online } = useNetwork();
  return (
    <Group
      role="status"
      pos="fixed"
      top="var(--app-shell-header-offset, 0)"
      left="var(--app-shell-navbar-offset, 0)"
      right={0}
      style={{ zIndex: 99 }}
    >
      {!online && (
        <Group
          flex={1}
          justify="center"
          wrap="nowrap"
          gap={6}
          px="md"
          py={4}
          c="var(--mantine-color-yellow-light-color)"
          bg="var(--mantine-color-yellow-light)"
        >
          <IconCloudOff size={16} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm" c="inherit">
            You are offline. What you see may be out of date, and nothing can be saved until the connection is back.
          </Text>
        </Group>
      )}
    </Group>
  );
}
