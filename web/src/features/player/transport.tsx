import { ActionIcon, Alert, Button, Group, Modal, Text, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconKeyboard, IconMessagePlus } from '@tabler/icons-react';
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

const COMMENT = 'Add Comment at Current Time';

interface TransportProps {
  file: File;
  /** Whether the player has loaded this file. */
  active: boolean;
  onToggle: () => void;
  onComment: () => void;
  help: { opened: boolean; open: () => void; close: () => void };
  /** More tools. */
  children?: ReactNode;
}

/** Play and pause, the position, a comment at that position, tools, and the shortcuts; on a phone in two rows. */
export function Transport({ file, active, onToggle, onComment, help, children }: TransportProps) {
  const { playing, waiting, failed, blind, versions } = usePlayer();
  const seconds = usePosition();
  const wide = useWiderThan('sm');
  const tools = (
    <>
      {active && !blind && <RepeatButton />}
      {children}
      {active && !blind && <QualitySwitch piece={file} versions={versions} />}
    </>
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
      <Group gap="sm" wrap={wide ? 'wrap' : 'nowrap'}>
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
        <Button
          data-shortcut="c"
          variant="default"
          ml={wide ? undefined : 'auto'}
          aria-label={wide ? undefined : COMMENT}
          leftSection={<IconMessagePlus size={16} aria-hidden />}
          onClick={onComment}
        >
          {wide ? COMMENT : 'Comment'}
        </Button>
        {wide && tools}
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon aria-label="Keyboard shortcuts" size="lg" visibleFrom="sm" onClick={help.open}>
            <IconKeyboard size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {!wide && (
        <Group gap={8} wrap="nowrap">
          {tools}
        </Group>
      )}
      <Modal opened={help.opened} onClose={help.close} title="Keyboard shortcuts" size="md">
        <KeysTable keys={KEYS} />
      </Modal>
    </>
  );
}
