import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SharedTrack } from '../../api';
import { formatSeconds } from '../../lib/format/format';
import { type Clock, LargeWaveform } from '../../ui/large-waveform';
import type { Marker } from '../../ui/marker-groups';

interface SharedTrackRowProps {
  track: SharedTrack;
  /** Position in the list, shown for tracks without a number. */
  place: number;
  peaksUrl: string;
  isLoaded: boolean;
  /** Shows its comments. The loaded track also shows its waveform. */
  isOpen: boolean;
  isPlaying: boolean;
  isWaiting: boolean;
  clock: Clock;
  markers: Marker[];
  onToggle: () => void;
  onSeek: (seconds: number) => void;
  /** Shown below the waveform. */
  children: ReactNode;
}

/** One track, with its waveform and comments while it is open. */
export function SharedTrackRow(props: SharedTrackRowProps) {
  const { track, place, isLoaded, isOpen, isPlaying, isWaiting, onToggle } = props;
  const label = `${isPlaying ? 'Pause' : 'Play'} ${track.title}`;
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <Box
      component="li"
      py={10}
      aria-current={isLoaded || undefined}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group
        wrap="nowrap"
        gap="sm"
        onClick={track.hasPreview ? onToggle : undefined}
        style={{ cursor: track.hasPreview ? 'pointer' : undefined }}
      >
        <ActionIcon
          size={44}
          radius="50%"
          variant={isLoaded ? 'filled' : 'default'}
          color="teal"
          autoContrast
          disabled={!track.hasPreview}
          aria-label={label}
          aria-busy={isLoaded && isWaiting}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
        <Text c="dimmed" w={24} ta="right" flex="none" size="sm">
          {track.trackNumber ?? place}
        </Text>
        <Text flex={1} miw={0} fw={isLoaded ? 600 : 500} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {track.title}
        </Text>
        <Text size="sm" c="dimmed" flex="none">
          {track.hasPreview
            ? formatSeconds(track.durationS)
            : track.isPreparing
              ? 'Being prepared'
              : 'Cannot be played'}
        </Text>
      </Group>
      {isOpen && <Opened {...props} />}
    </Box>
  );
}

function Opened({ track, isLoaded, peaksUrl, clock, markers, onSeek, children }: SharedTrackRowProps) {
  return (
    <Box mt="sm" pl={{ sm: 56 }}>
      {isLoaded && track.hasPeaks && (
        <LargeWaveform
          peaksUrl={peaksUrl}
          durationS={track.durationS ?? 0}
          label={`Waveform of ${track.title}`}
          clock={clock}
          markers={markers}
          onSeek={onSeek}
          onShiftClick={onSeek}
          onMarker={([first]) => onSeek(markers.find(({ id }) => id === first)?.seconds ?? 0)}
        />
      )}
      {children}
    </Box>
  );
}
