import { ActionIcon, Group, Menu, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSeconds } from '../../lib/format/format';
import { slotKinds } from '../../lib/slots';
import { useWiderThan } from '../../ui/use-wider-than';
import type { DraftTrack } from './arrangement';
import { GapField } from './gap-field';
import type { AlbumSlot, Master } from './masters';

interface AlbumTrackRowProps {
  track: DraftTrack;
  /** Place on the album, from 1. */
  place: number;
  slot: AlbumSlot;
  master: Master | undefined;
  defaultGapFrames: number;
  hasGap: boolean;
  handle: ReactNode;
  play: ReactNode;
  onChange: (change: Partial<DraftTrack>) => void;
  /** Missing where a part cannot begin. */
  onNewDisc?: () => void;
  onNewSide?: () => void;
}

/** One track of the engineer's album: its gap, its length and where a disc or side begins. */
export function AlbumTrackRow(props: AlbumTrackRowProps) {
  const { track, place, slot, master, defaultGapFrames, hasGap, handle, play, onChange, onNewDisc, onNewSide } = props;
  const beside = useWiderThan('sm');
  const missing = !master
    ? 'No master yet: it is left out when the album plays'
    : master.isSubstitute
      ? `No ${slotKinds[slot].label} yet: the streaming master is used`
      : null;
  return (
    <Group
      gap={6}
      wrap={beside ? 'nowrap' : 'wrap'}
      mih={44}
      pb={beside ? 0 : 6}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)', background: 'var(--mantine-color-body)' }}
    >
      {handle}
      <Text size="sm" c="dimmed" w={22} ta="right" flex="none" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {place}
      </Text>
      <Text
        size="sm"
        flex={beside ? 1 : '1 0 calc(100% - 124px)'}
        miw={0}
        lineClamp={2}
        style={{ overflowWrap: 'anywhere' }}
      >
        {track.title}
      </Text>
      <Group
        gap={6}
        wrap="nowrap"
        w="100%"
        justify="flex-end"
        display={beside ? 'contents' : undefined}
        // On a phone below the title and the menu.
        style={{ order: 1 }}
      >
        {missing && (
          <Tooltip label={missing}>
            <IconAlertTriangle
              size={16}
              role="img"
              aria-label={missing}
              color="var(--mantine-color-yellow-text)"
              style={{ flex: 'none' }}
            />
          </Tooltip>
        )}
        {play}
        {hasGap ? (
          <GapField
            title={track.title}
            frames={track.gapFrames}
            defaultFrames={defaultGapFrames}
            onChange={(gapFrames) => onChange({ gapFrames })}
          />
        ) : (
          <Text size="xs" c="dimmed" w={72} ta="right" flex="none">
            start
          </Text>
        )}
        <Text size="sm" c="dimmed" w={44} ta="right" flex="none" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {master?.file.analysis.durationS != null && formatSeconds(master.file.analysis.durationS)}
        </Text>
      </Group>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={`More about ${track.title}`} disabled={!onNewDisc && !onNewSide}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onNewSide && <Menu.Item onClick={onNewSide}>A new side begins here</Menu.Item>}
          {onNewDisc && <Menu.Item onClick={onNewDisc}>A new disc begins here</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
