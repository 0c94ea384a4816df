import { ActionIcon, Alert, Button, Group, Modal, SimpleGrid, Text, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconKeyboard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { File } from '../../api';
import { formatSeconds } from '../../lib/format/format';
import { KeysTable } from '../../ui/keys-table';
import { useWiderThan } from '../../ui/use-wider-than';
import { AUDIO_ERROR } from './audio-error';
import { KEYS } from './keys';
import { PlayButton } from './play-button';
import { QualitySwitch } from './quality-switch';
import { RepeatButton } from './repeat-button';
import { usePlayer, usePosition } from './use-player';

interface TransportProps {
  file: File;
  /** Versions that can be switched to. */
  versions: File[];
  /** Whether the player has loaded this file. */
  active: boolean;
  onToggle: () => void;
  help: { opened: boolean; open: () => void; close: () => void };
  /** The button that begins a comment, unless it has another place. */
  comment: ReactNode;
  /** More tools. */
  children?: ReactNode;
}

/**
 * Play and pause, the position, tools, and the shortcuts. The tools have columns of one width, and the quality switch is
 * the last of them, so that nothing moves when it comes; in narrow windows they have a row of their own.
 */
export function Transport({ file, versions, active, onToggle, help, comment, children }: TransportProps) {
  const { playing, waiting, failed, blind } = usePlayer();
  const seconds = usePosition();
  const isOneRow = useWiderThan('lg');
  const canUse = active && !blind;
  const tools = (
    <SimpleGrid cols={4} spacing={8} flex={isOneRow ? 1 : undefined} maw={680}>
      <RepeatButton disabled={!canUse} />
      {children}
      {file.analysis.hasPreview && <QualitySwitch piece={file} versions={versions} disabled={!canUse} />}
    </SimpleGrid>
  );
  return (
    <>
      {active && failed && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{AUDIO_ERROR}</Text>
            <Button size="xs" variant="default" onClick={onToggle}>
              Try Again
            </Button>
          </Group>
        </Alert>
      )}
      <Group gap="sm" wrap="nowrap">
        <PlayButton
          size={44}
          playing={active && playing}
          waiting={active && waiting}
          disabled={!file.analysis.hasPreview}
          onClick={onToggle}
        />
        <Text fw={500} role="timer" aria-label="Time" style={{ whiteSpace: 'nowrap' }}>
          {formatSeconds(active ? seconds : 0)} / {formatSeconds(file.analysis.durationS)}
        </Text>
        {isOneRow && tools}
        <Group gap="sm" ml="auto" wrap="nowrap">
          {comment}
          <Tooltip label="Keyboard shortcuts (?)">
            <ActionIcon aria-label="Keyboard shortcuts" size="lg" visibleFrom="sm" onClick={help.open}>
              <IconKeyboard size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {!isOneRow && tools}
      <Modal opened={help.opened} onClose={help.close} title="Keyboard shortcuts" size="md">
        <KeysTable keys={KEYS} />
      </Modal>
    </>
  );
}
