import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSchool } from '@tabler/icons-react';
import { ConventionList } from './convention-list';

const TITLE = 'What Lacquer has learnt';

/** Opens the studio's rules beside the files that taught them. */
export function ConventionsButton() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label={TITLE}>
        <ActionIcon variant="default" size={32} aria-label={TITLE} onClick={open}>
          <IconSchool size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Drawer opened={opened} onClose={close} title={TITLE}>
        <ConventionList />
      </Drawer>
    </>
  );
}
