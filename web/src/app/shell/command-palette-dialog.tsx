import { Combobox, Group, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { PaletteEntry } from './palette-entry';
import { usePaletteEntries } from './use-palette-entries';

const GROUPS: PaletteEntry['group'][] = [
  'This project',
  'Projects',
  'Tracks and files',
  'Clients',
  'Invoices',
  'Actions',
];

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  onCreate: () => void;
}

/** Search for projects, tracks, files, clients, invoices and commands. */
export default function CommandPaletteDialog({ opened, onClose, onCreate }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true });
  const entries = usePaletteEntries(typed, opened, onCreate);
  const shown = entries.map(({ id }) => id).join('\n');
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (opened) selectFirstOption();
    // Select the first entry whenever the entries change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opened, shown]);
  const choose = (id: string) => {
    onClose();
    setTyped('');
    entries.find((entry) => entry.id === id)?.run();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Search or do something' } }}
      padding={0}
      size={600}
      centered={false}
      yOffset="12vh"
    >
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            variant="unstyled"
            size="md"
            px="md"
            py={6}
            aria-label="Search or do something"
            placeholder="Search projects, tracks, files, clients and invoices, or do something"
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            // The list swallows Escape, as if it could be closed separately from the dialog.
            onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onClose()}
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize
          mah="60vh"
          type="auto"
          // Otherwise long names make the list wider than a phone.
          styles={{ content: { minWidth: 0 } }}
          viewportProps={{ tabIndex: 0 }}
          style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
        >
          <Combobox.Options p={6} aria-label="Results">
            {GROUPS.map((group) => {
              const own = entries.filter((entry) => entry.group === group);
              return (
                own.length > 0 && (
                  <Combobox.Group key={group} label={group}>
                    {own.map(({ id, label, detail, Icon }) => (
                      <Combobox.Option key={id} value={id}>
                        <Group gap="sm" wrap="nowrap">
                          <Icon size={16} aria-hidden style={{ flex: 'none' }} />
                          <Text size="sm" truncate miw={0}>
                            {label}
                          </Text>
                          <Text size="xs" truncate ml="auto" maw="50%" style={{ flex: 'none' }}>
                            {detail}
                          </Text>
                        </Group>
                      </Combobox.Option>
                    ))}
                  </Combobox.Group>
                )
              );
            })}
            {entries.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  );
}
