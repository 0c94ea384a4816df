import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare3 } from '@tabler/icons-react';
import { dialogOf } from '../../ui/dialog-of';

const ShareDialog = dialogOf(() => import('./share-dialog'));

/** Opens the links of a project, for its engineer and its client. */
export function ShareProject({ projectId }: { projectId: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShare3 size={16} aria-hidden />} onClick={open}>
        Share
      </Button>
      <ShareDialog projectId={projectId} opened={opened} onClose={close} />
    </>
  );
}
