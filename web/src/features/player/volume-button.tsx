import { ActionIcon, Group, Popover, Slider, Tooltip } from '@mantine/core';
import { IconVolume, IconVolume2, IconVolume3 } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { volume } from './volume';

/** Sets the volume; not on a phone, which has keys for it. */
export function VolumeButton() {
  const level = useSyncExternalStore(volume.subscribe, volume.get, volume.get);
  const Icon = level === 0 ? IconVolume3 : level < 0.5 ? IconVolume2 : IconVolume;
  return (
    <Popover position="top" withArrow trapFocus>
      <Popover.Target>
        <Tooltip label="Volume">
          <ActionIcon aria-label={`Volume, ${Math.round(level * 100)}%`} visibleFrom="sm">
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap="xs" wrap="nowrap">
          <ActionIcon aria-label={level === 0 ? 'Unmute' : 'Mute'} onClick={volume.toggleMuted}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
          <Slider
            w={160}
            size="sm"
            value={Math.round(level * 100)}
            onChange={(value) => volume.set(value / 100)}
            label={(value) => `${value}%`}
            thumbLabel="Volume"
            data-autofocus
          />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
