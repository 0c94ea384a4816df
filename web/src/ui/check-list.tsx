import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Check } from '../api';
import { formatDateTime, formatSeconds } from '../lib/format/format';

const mark = { size: 16, style: { flex: 'none', marginTop: 2 }, 'aria-hidden': true } as const;

interface CheckListProps {
  checks: Check[];
  /** Address of the track at a position; null if it cannot be played yet. */
  momentUrl?: ((seconds: number) => string) | null;
}

/** Findings of the audio checks with their thresholds and positions, and who accepted them. */
export function CheckList({ checks, momentUrl = null }: CheckListProps) {
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {checks.map(({ code, message, threshold, atS, accepted }) => (
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
              {`Expected: ${threshold}`}
              {atS.length > 0 && ' · At '}
              {atS.map((seconds, index) => (
                <Fragment key={seconds}>
                  {index > 0 && ', '}
                  {momentUrl ? (
                    <Anchor component={Link} size="xs" underline="always" to={momentUrl(seconds)}>
                      {formatSeconds(seconds)}
                    </Anchor>
                  ) : (
                    formatSeconds(seconds)
                  )}
                </Fragment>
              ))}
              {accepted &&
                ` · Seen and accepted by ${accepted.userName}, ${formatDateTime(accepted.at)}${accepted.reason ? `: ${accepted.reason}` : ''}`}
            </Text>
          </Box>
        </Group>
      ))}
    </Stack>
  );
}
