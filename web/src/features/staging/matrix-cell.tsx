import { Box, Group, Menu, Table, Text, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import type { Slot, StagingFile } from '../../api';
import { splitForEllipsis } from '../../lib/format/middle-ellipsis';
import { slotKinds } from '../../lib/slots';
import { FileName } from '../../ui/file-name';
import { placeKey } from './assignments';
import { draggedStaged, fitsSlot, startDrag } from './drag';
import type { Listen } from './listen';
import type { StagingActions } from './use-staging';

interface CellProps {
  listen: Listen;
  slot: Slot;
  /** The staged file in it. */
  holder: StagingFile | null;
  trackTitle: string;
  names: ReadonlyMap<string, string>;
  /** Files that can be played. */
  audible: ReadonlySet<string>;
  unplaced: StagingFile[];
  actions: StagingActions;
  /** Uploads a file that is dropped from the desktop. */
  onDesktopFile: (dropped: DataTransfer, slot: Slot) => void;
  opened: boolean;
  onOpen: (opened: boolean) => void;
}

/**
 * A slot with its file, which can be dragged to another one. It takes dropped files, also from the desktop; a click shows
 * what can be put here.
 */
export function Cell({
  slot,
  holder,
  trackTitle,
  names,
  audible,
  unplaced,
  actions,
  listen,
  onDesktopFile,
  opened,
  onOpen,
}: CellProps) {
  const [over, setOver] = useState(false);
  const { stagingFileId, fileId } = slot;
  const held = stagingFileId ?? fileId;
  const name = held && (names.get(held) ?? '…');
  const state = stagingFileId
    ? holder?.status === 'incoming'
      ? 'on its way'
      : fileId
        ? 'replaces the released one'
        : 'to release'
    : fileId
      ? 'released'
      : slot.isRequired
        ? 'No file assigned, required'
        : 'No file assigned';
  function drop(event: DragEvent): void {
    setOver(false);
    if (!fitsSlot(event)) return;
    event.preventDefault();
    const id = draggedStaged(event);
    if (id === null) onDesktopFile(event.dataTransfer, slot);
    else if (id !== stagingFileId) actions.assign(id, slot);
  }
  return (
    <Table.Td
      p={2}
      pos="relative"
      style={stagingFileId ? { boxShadow: 'inset 2px 0 var(--mantine-color-blue-filled)' } : undefined}
      bg={over ? 'var(--mantine-primary-color-light)' : undefined}
      onDragOver={(event) => {
        if (!fitsSlot(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap={4} wrap="nowrap">
        {held && audible.has(held) && listen.button({ id: held, originalName: name ?? '' })}
        <UnstyledButton
          flex={1}
          miw={0}
          mih={40}
          px={4}
          draggable={stagingFileId !== null}
          onDragStart={(event) => stagingFileId && startDrag(event, stagingFileId)}
          aria-haspopup="menu"
          aria-expanded={opened}
          aria-label={`${trackTitle}, ${slotKinds[slot.slotType].label}: ${name ? `${name}, ` : ''}${state}`}
          onClick={() => onOpen(!opened)}
          style={{ cursor: stagingFileId ? 'grab' : 'pointer' }}
        >
          {name ? (
            <Group gap={6} wrap="nowrap" title={`${name}, ${state}`}>
              {!stagingFileId && <IconCircleCheck size={14} color="var(--mantine-color-green-text)" {...mark} />}
              <TwoLines name={name} />
            </Group>
          ) : (
            <Text size="xs" c={slot.isRequired ? 'red' : 'dimmed'}>
              {slot.isRequired ? 'Required' : '–'}
            </Text>
          )}
        </UnstyledButton>
      </Group>
      {opened && <CellMenu {...{ slot, unplaced, actions }} holder={holder} onClose={() => onOpen(false)} />}
    </Table.Td>
  );
}

const mark = { 'aria-hidden': true, style: { flex: 'none' } } as const;

/** Characters that fit into two lines of a cell. Longer names keep their end, where versions differ. */
const TWO_LINES = 24;
const END = 14;

function TwoLines({ name }: { name: string }) {
  if (name.length <= TWO_LINES) {
    return (
      <Text size="xs" lh={1.3} lineClamp={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    );
  }
  return (
    <Box miw={0}>
      {splitForEllipsis(name, END).map((part, index) => (
        <Text key={index} size="xs" lh={1.3} truncate>
          {part}
        </Text>
      ))}
    </Box>
  );
}

interface CellMenuProps extends Pick<CellProps, 'slot' | 'unplaced' | 'actions'> {
  /** The staged file in the slot. */
  holder: StagingFile | null;
  onClose: () => void;
}

function CellMenu({ slot, unplaced, actions, holder, onClose }: CellMenuProps) {
  const isMeant = (file: StagingFile) =>
    file.assignmentSuggestions.some((suggestion) => placeKey(suggestion) === placeKey(slot));
  const choices = [...unplaced].sort((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-start" width={300}>
      <Menu.Target>
        <Box component="span" pos="absolute" inset={0} style={{ pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
        {holder && (
          <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => actions.unassign([holder])}>
            Take {holder.originalName} out
          </Menu.Item>
        )}
        <Menu.Label>{choices.length > 0 ? 'Put a file here' : 'Every file in staging has a slot'}</Menu.Label>
        {choices.map((file) => (
          <Menu.Item key={file.id} onClick={() => actions.assign(file.id, slot)}>
            <FileName name={file.originalName} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
