import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';

interface PlayButtonProps {
  playing: boolean;
  /** Playing was requested, but nothing is loaded yet. */
  waiting: boolean;
  disabled?: boolean;
  size?: number;
  /** The key that does the same on this page. */
  shortcut?: string;
  onClick: () => void;
}

export function PlayButton({ playing, waiting, disabled, size = 34, shortcut = 'Space', onClick }: PlayButtonProps) {
  const label = playing ? 'Pause' : 'Play';
  const Icon = playing ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <Tooltip label={`${label} (${shortcut})`} position="bottom">
      <ActionIcon
        size={size}
        radius="50%"
        variant="filled"
        color="teal"
        autoContrast
        aria-label={label}
        aria-busy={waiting}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size={size / 2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
