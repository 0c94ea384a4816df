import { Button, Group, Kbd, Modal, Table, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { tool } from '../../ui/tool';
import { KEYS } from './keyboard';

/** Shows the keys on a click and on '?'. */
export function KeysHelp() {
  const [opened, { open, close }] = useDisclosure(false);
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ]);
  return (
    <>
      <Tooltip label="Keyboard shortcuts (?)">
        <Button {...tool} leftSection={<IconKeyboard size={14} aria-hidden />} onClick={open}>
          Keys
        </Button>
      </Tooltip>
      <Modal opened={opened} onClose={close} title="Keyboard shortcuts" size="md">
        <Table highlightOnHover={false} withRowBorders={false}>
          <Table.Tbody>
            {KEYS.map(([keys, meaning]) => (
              <Table.Tr key={meaning}>
                <Table.Td w={190}>
                  <Group gap={4}>
                    {keys.map((key) => (key === '–' ? <span key={key}>–</span> : <Kbd key={key}>{key}</Kbd>))}
                  </Group>
                </Table.Td>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
