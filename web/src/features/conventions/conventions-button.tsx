import { Button, Drawer, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSchool } from '@tabler/icons-react';
import { installation } from '../../lib/installation';
import { quietButton } from '../../ui/quiet-button';
import { useWiderThan } from '../../ui/use-wider-than';
import { ConventionList } from './convention-list';

const TITLE = `What ${installation.brand} has learnt`;

/** Opens the studio's naming rules next to the staged files they were learned from. */
export function ConventionsButton() {
  const [opened, { open, close }] = useDisclosure(false);
  const beside = useWiderThan('sm');
  const icon = <IconSchool size={14} aria-hidden />;
  return (
    <>
      <Tooltip label={TITLE}>
        <Button {...quietButton} leftSection={beside && icon} aria-label={TITLE} onClick={open}>
          {beside ? 'Learnt' : icon}
        </Button>
      </Tooltip>
      <Drawer opened={opened} onClose={close} title={TITLE}>
        <ConventionList />
      </Drawer>
    </>
  );
}
