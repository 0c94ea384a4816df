import { Button, Modal, Tooltip } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { isInDialog, isTyping } from '../../lib/navigation/typing';
import { KeysTable } from '../../ui/keys-table';
import { quietButton } from '../../ui/quiet-button';
import { KEYS } from './keyboard';

/** Shows the keyboard shortcuts on a click and on '?'. */
export function KeysHelp() {
  const [opened, { open, close }] = useDisclosure(false);
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event) && !isInDialog()) open();
  });
  return (
    <>
      <Tooltip label="Keyboard shortcuts (?)">
        <Button {...quietButton} leftSection={<IconKeyboard size={14} aria-hidden />} onClick={open}>
          Keys
        </Button>
      </Tooltip>
      <Modal opened={opened} onClose={close} title="Keyboard shortcuts" size="md">
        <KeysTable keys={KEYS} />
      </Modal>
    </>
  );
}
