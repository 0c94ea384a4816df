import { Combobox, Group, Text, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import type { StagingFile, TrackEntry } from '../../api';
import { bySlotOrder, placeLabel, slotKinds } from '../../lib/slots';
import type { SlotType } from '../../lib/words';

interface SlotPickerProps {
  file: StagingFile;
  files: StagingFile[];
  entries: TrackEntry[];
  onPick: (target: { trackId: string; slotType: SlotType }) => void;
  onUnassign: () => void;
  /** Called for a file that is not for a slot; without it, that is not offered. */
  onOther?: () => void;
  /** Renders the button that opens the picker, or what an open one is placed at. */
  target: (props: { onClick: () => void; opened: boolean }) => ReactElement;
  /** Whether it is open from the beginning. */
  startsOpen?: boolean;
  onClose?: () => void;
}

const UNASSIGN = 'unassign';
const OTHER = 'other';
const valueOf = (trackId: string, slotType: SlotType) => `${trackId} ${slotType}`;

/** Searchable list of the project's slots by track; shows which are filled. */
export function SlotPicker({
  file,
  files,
  entries,
  onPick,
  onUnassign,
  onOther,
  target,
  startsOpen = false,
  onClose,
}: SlotPickerProps) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
      onClose?.();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const openAtOnce = useEffectEvent(() => startsOpen && combobox.openDropdown());
  useEffect(() => void openAtOnce(), []);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = entries
    .map(({ track, slots }) => ({
      track,
      slots: [...slots].sort(bySlotOrder).filter(({ slotType }) => {
        const text = `${track.trackNumber} ${track.title} ${slotKinds[slotType].label}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ slots }) => slots.length > 0);

  function holderOf(slot: TrackEntry['slots'][number]): string | null {
    if (slot.stagingFileId === file.id) return null;
    if (slot.stagingFileId) return files.find(({ id }) => id === slot.stagingFileId)?.originalName ?? 'another file';
    return slot.fileId ? 'released master' : null;
  }

  function submit(value: string) {
    combobox.closeDropdown();
    if (value === UNASSIGN) return onUnassign();
    if (value === OTHER) return onOther?.();
    const [trackId, slotType] = value.split(' ') as [string, SlotType];
    onPick({ trackId, slotType });
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      width={340}
      position="bottom-end"
      portalProps={{ target: '#main' }}
    >
      <Combobox.Target targetType="button">
        {target({ onClick: () => combobox.toggleDropdown(), opened: combobox.dropdownOpened })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          placeholder="Search track or slot"
          aria-label="Search track or slot"
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Slots" tabIndex={0}>
          {file.assignment && words.length === 0 && (
            <Combobox.Option value={UNASSIGN}>Remove from {placeLabel(file.assignment)}</Combobox.Option>
          )}
          {groups.map(({ track, slots }) => (
            <Combobox.Group key={track.id} label={`Track ${track.trackNumber} · ${track.title}`}>
              {slots.map((slot) => {
                const holder = holderOf(slot);
                return (
                  <Combobox.Option key={slot.id} value={valueOf(track.id, slot.slotType)}>
                    <Group justify="space-between" wrap="nowrap" gap="sm">
                      <Text size="sm" flex="none">
                        {slotKinds[slot.slotType].label}
                      </Text>
                      {slot.stagingFileId === file.id && <IconCheck size={14} aria-label="Assigned here" />}
                      {holder && (
                        <Text size="xs" c="dimmed" truncate>
                          holds {holder}
                        </Text>
                      )}
                    </Group>
                  </Combobox.Option>
                );
              })}
            </Combobox.Group>
          ))}
          {onOther && words.length === 0 && <Combobox.Option value={OTHER}>Other deliverable…</Combobox.Option>}
          {groups.length === 0 && (
            <Combobox.Empty>{entries.length === 0 ? 'Create a track first' : 'No such slot'}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
