import { ActionIcon, Box, Menu, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconVolume } from '@tabler/icons-react';
import { formatLevel } from '../../lib/format/format';
import { slotKinds } from '../../lib/slots';
import { fileTypes } from '../../lib/words';
import { FileName } from '../../ui/file-name';
import { turnedDownDb } from './loudness';
import { player } from './player';
import type { Piece } from './player-state';
import { usePlayer } from './use-player';

const kindOf = ({ staged, fileType, slotType }: Piece): string =>
  [
    staged ? 'In staging' : fileType === 'upload' ? 'Mix' : fileType && fileTypes[fileType].label,
    slotType && slotKinds[slotType].label,
  ]
    .filter(Boolean)
    .join(' · ');

interface CompareMenuProps {
  /** Names of the versions, by id. */
  names: ReadonlyMap<string, string>;
}

/** Switches to another version, the mix or another format of the track at the same place. */
export function CompareMenu({ names }: CompareMenuProps) {
  const state = usePlayer();
  const { piece, versions, matched } = state;
  const playable = versions.filter(({ analysis }) => analysis.hasPreview);
  if (!piece || playable.length < 2) return null;
  return (
    <Menu position="top-end" width={320} closeOnItemClick={false} onOpen={() => player.prepare()}>
      <Menu.Target>
        <Tooltip label="Compare with other versions (, and .)">
          <ActionIcon aria-label="Compare with other versions">
            <IconArrowsExchange size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>At the same place</Menu.Label>
        {playable.map((version) => {
          const offset = turnedDownDb(version, versions, state);
          return (
            <Menu.RadioItem
              key={version.id}
              value={version.id}
              checked={version.id === piece.id}
              checkIcon={<IconVolume size={16} aria-hidden />}
              rightSection={
                offset < -0.05 && (
                  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {formatLevel(offset, 'dB')}
                  </Text>
                )
              }
              onChange={() => player.listen(version)}
            >
              <Text size="sm" fw={version.id === piece.id ? 600 : undefined} style={{ overflowWrap: 'anywhere' }}>
                {names.get(version.id) ?? kindOf(version)}
              </Text>
              <Box c="dimmed">
                <FileName name={version.fileName} size="xs" />
              </Box>
            </Menu.RadioItem>
          );
        })}
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={matched}
          onChange={player.toggleMatched}
          rightSection={
            <Text size="xs" c="dimmed">
              L
            </Text>
          }
        >
          Match Loudness
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
