import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { msf } from '../../../../services/ddp/time.js';
import type { DdpFinding } from '../../api';
import { imagePlayer } from './image-player';

const SHOWN = 5;

const levels = {
  error: { label: 'Error', color: 'red', Icon: IconCircleX },
  warning: { label: 'Warning', color: 'orange', Icon: IconAlertTriangle },
  note: { label: 'Note', color: 'dimmed', Icon: IconInfoCircle },
} as const;

interface DdpFindingsProps {
  findings: DdpFinding[];
  /** The image in which they can be heard; null if it cannot be played. */
  image?: { url: string; frames: number } | null;
}

/** Errors, warnings and notes about a DDP, the worst first. */
export function DdpFindings({ findings, image = null }: DdpFindingsProps) {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const shown = all ? findings : findings.slice(0, SHOWN);
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Findings">
      {shown.map(({ level, code, message, track, frame }) => {
        const { label, color, Icon } = levels[level];
        return (
          <Group key={`${code} ${track} ${message}`} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <Text span c={color} lh={1} mt={3} flex="none">
              <Icon size={16} aria-label={label} role="img" />
            </Text>
            <Text size="sm" c={level === 'note' ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
              {message}
            </Text>
            {image && frame !== undefined && (
              <ActionIcon
                size={24}
                variant="subtle"
                aria-label={`Play from ${msf(frame)}`}
                onClick={() => imagePlayer?.play(image.url, frame, image.frames)}
              >
                <IconPlayerPlayFilled size={12} aria-hidden />
              </ActionIcon>
            )}
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
