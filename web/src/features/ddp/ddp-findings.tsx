import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { DdpFinding } from '../../api';

const SHOWN = 5;

const levels = {
  error: { label: 'Error', color: 'red', Icon: IconCircleX },
  warning: { label: 'Warning', color: 'orange', Icon: IconAlertTriangle },
  note: { label: 'Note', color: 'dimmed', Icon: IconInfoCircle },
} as const;

/** Errors, warnings and notes about a DDP, the worst first. */
export function DdpFindings({ findings }: { findings: DdpFinding[] }) {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const shown = all ? findings : findings.slice(0, SHOWN);
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Findings">
      {shown.map(({ level, code, message, track }) => {
        const { label, color, Icon } = levels[level];
        return (
          <Group key={`${code} ${track} ${message}`} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <Text span c={color} lh={1} mt={3} flex="none">
              <Icon size={16} aria-label={label} role="img" />
            </Text>
            <Text size="sm" c={level === 'note' ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
              {message}
            </Text>
          </Group>
        );
      })}
      {findings.length > SHOWN && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setAll(!all)}>
          {all ? 'Show less' : `Show ${findings.length - SHOWN} more`}
        </Anchor>
      )}
    </Stack>
  );
}
