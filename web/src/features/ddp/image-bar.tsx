import { ActionIcon, Group, Slider, Text } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { msf } from '../../../../services/ddp/time.js';
import { imagePlayer, type ImageState } from './image-player';

/** Plays a whole image, as a CD player would from its first frame, and jumps to any place. */
export function ImageBar({ url, frames, image }: { url: string; frames: number; image: ImageState }) {
  const [sought, setSought] = useState<number | null>(null);
  const at = sought ?? image.frame;
  return (
    <Group gap="sm" wrap="nowrap">
      <ActionIcon
        size={32}
        loading={image.loading}
        aria-label={image.playing ? 'Pause the disc' : 'Play the disc'}
        onClick={() => (image.playing ? imagePlayer?.pause() : imagePlayer?.play(url, image.frame, frames))}
      >
        {image.playing ? (
          <IconPlayerPauseFilled size={16} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={16} aria-hidden />
        )}
      </ActionIcon>
      <Slider
        flex={1}
        size="sm"
        thumbLabel="Position on the disc"
        min={0}
        max={Math.max(1, frames - 1)}
        value={Math.min(at, frames - 1)}
        label={msf}
        onChange={setSought}
        onChangeEnd={(frame) => {
          setSought(null);
          imagePlayer?.play(url, frame, frames);
        }}
      />
      <Text size="sm" ff="monospace" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {msf(at)} / {msf(frames)}
      </Text>
    </Group>
  );
}
