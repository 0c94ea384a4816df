import { Box, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Check } from '../api';
import { formatDateTime } from '../lib/format';

const mark = { size: 16, style: { flex: 'none', marginTop: 2 }, 'aria-hidden': true } as const;

/** What the checks of a sound have found, each with its threshold and, once somebody has, who accepted it. */
export function CheckList({ checks }: { checks: Check[] }) {
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {checks.map(({ code, message, threshold, accepted }) => (
        <Group key={code} component="li" gap="xs" wrap="nowrap" align="flex-start">
          {accepted ? (
            <IconCircleCheck {...mark} color="var(--mantine-color-dimmed)" />
          ) : (
            <IconAlertTriangle {...mark} color="var(--mantine-color-yellow-text)" />
          )}
          <Box miw={0}>
            <Text size="sm" c={accepted ? 'dimmed' : undefined}>
              {message}
            </Text>
            <Text size="xs" c="dimmed">
              {`Well: ${threshold}`}
              {accepted && ` · Seen and accepted by ${accepted.userName}, ${formatDateTime(accepted.at)}`}
            </Text>
          </Box>
        </Group>
      ))}
    </Stack>
  );
}
