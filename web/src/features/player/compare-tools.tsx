import { Button, Group, Tooltip } from '@mantine/core';
import { IconEyeOff, IconScale } from '@tabler/icons-react';
import { player } from './player';
import { usePlayer } from './use-player';

/** For a track with several versions: loudness matching and the blind comparison. */
export function CompareTools({ onBlind }: { onBlind: () => void }) {
  const { matched } = usePlayer();
  return (
    <Group gap="xs">
      <Tooltip label="Turns the louder versions down to the quietest, by integrated loudness (L)">
        <Button
          variant={matched ? 'light' : 'default'}
          aria-pressed={matched}
          leftSection={<IconScale size={16} aria-hidden />}
          onClick={player.toggleMatched}
        >
          Match Loudness
        </Button>
      </Tooltip>
      <Tooltip label="Hear two versions without knowing which is which (B)">
        <Button variant="default" leftSection={<IconEyeOff size={16} aria-hidden />} onClick={onBlind}>
          Blind A/B
        </Button>
      </Tooltip>
    </Group>
  );
}
