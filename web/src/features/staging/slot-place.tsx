import { Box, Menu } from '@mantine/core';
import { IconArrowsMove, IconX } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Slot, StagingFile, TrackEntry } from '../../api';
import { slotKinds } from '../../lib/slots';
import { FileName } from '../../ui/file-name';
import { placeKey } from './assignments';
import { draggedStaged, fitsSlot, startDrag } from './drag';
import type { Listen } from './listen';
import { SlotPicker } from './slot-picker';
import type { StagingActions } from './use-staging';

export interface SlotPlaceProps {
  listen: Listen;
  slot: Slot;
  trackTitle: string;
  /** All staged files. */
  files: StagingFile[];
  entries: TrackEntry[];
  /** Names of staged and released files. */
  names: ReadonlyMap<string, string>;
  /** Files that can be played. */
  audible: ReadonlySet<string>;
  /** Files without a slot. */
  unplaced: StagingFile[];
  actions: StagingActions;
  /** Uploads a file that is dropped from the desktop. */
  onDesktopFile: (dropped: DataTransfer, slot: Slot) => void;
  opened: boolean;
  onOpen: (opened: boolean) => void;
}

/**
 * A slot with its file, however it is drawn. The file can be dragged to another slot; `place` takes dropped files, also
 * from the desktop; a click on `button` opens `menu`.
 */
export function useSlotPlace(props: SlotPlaceProps) {
  const { slot, trackTitle, files, names, audible, actions, listen, onDesktopFile, opened, onOpen } = props;
  const [over, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { stagingFileId, fileId } = slot;
  const holder = files.find(({ id }) => id === stagingFileId) ?? null;
  const held = stagingFileId ?? fileId;
  const name = held && (names.get(held) ?? '…');
  const state = stateOf(slot, holder);

  function drop(event: DragEvent): void {
    setOver(false);
    if (!fitsSlot(event)) return;
    event.preventDefault();
    const id = draggedStaged(event);
    if (id === null) onDesktopFile(event.dataTransfer, slot);
    else if (id !== stagingFileId) actions.assign(id, slot);
  }
  function close(): void {
    onOpen(false);
    button.current?.focus();
  }

  return {
    name,
    state,
    isStaged: stagingFileId !== null,
    play: held && audible.has(held) && listen.button({ id: held, originalName: name ?? '' }),
    place: {
      pos: 'relative',
      bg: over ? 'var(--mantine-primary-color-light)' : undefined,
      onDragOver: (event: DragEvent) => {
        if (!fitsSlot(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: drop,
    },
    button: {
      ref: button,
      draggable: stagingFileId !== null,
      onDragStart: (event: DragEvent) => stagingFileId && startDrag(event, stagingFileId),
      'aria-haspopup': 'menu',
      'aria-expanded': opened,
      'aria-label': `${trackTitle}, ${slotKinds[slot.slotType].label}: ${name ? `${name}, ` : ''}${state}`,
      onClick: () => onOpen(!opened),
    },
    menu: opened && <SlotMenu {...props} holder={holder} onClose={close} />,
  } as const;
}

function stateOf({ stagingFileId, fileId, isRequired }: Slot, holder: StagingFile | null): string {
  if (stagingFileId && holder?.status === 'incoming') return 'on its way';
  if (stagingFileId) return fileId ? 'replaces the released one' : 'to release';
  if (fileId) return 'released';
  return isRequired ? 'No file assigned, required' : 'No file assigned';
}

interface SlotMenuProps extends Pick<SlotPlaceProps, 'slot' | 'files' | 'entries' | 'unplaced' | 'actions'> {
  /** The staged file in the slot. */
  holder: StagingFile | null;
  onClose: () => void;
}

function SlotMenu({ slot, files, entries, unplaced, actions, holder, onClose }: SlotMenuProps) {
  const [isMoving, setIsMoving] = useState(false);
  const isMeant = (file: StagingFile) =>
    file.assignmentSuggestions.some((suggestion) => placeKey(suggestion) === placeKey(slot));
  const choices = [...unplaced].sort((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
  const here = <Box component="span" pos="absolute" inset={0} style={{ pointerEvents: 'none' }} />;
  if (holder && isMoving) {
    const isHere = ({ track }: TrackEntry) => track.id === slot.trackId;
    return (
      <SlotPicker
        startsOpen
        file={holder}
        {...{ files, onClose }}
        // Most files are moved within their track.
        entries={[...entries].sort((one, other) => Number(isHere(other)) - Number(isHere(one)))}
        onPick={(target) => actions.assign(holder.id, target)}
        onUnassign={() => actions.unassign([holder])}
        target={() => here}
      />
    );
  }
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-start" width={300}>
      <Menu.Target>{here}</Menu.Target>
      <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
        {holder && (
          <>
            <Menu.Item
              leftSection={<IconArrowsMove size={14} aria-hidden />}
              closeMenuOnClick={false}
              onClick={() => setIsMoving(true)}
            >
              Move to another slot…
            </Menu.Item>
            <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => actions.unassign([holder])}>
              Take {holder.originalName} out
            </Menu.Item>
          </>
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
