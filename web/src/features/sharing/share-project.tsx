import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare3 } from '@tabler/icons-react';
import { dialogOf } from '../../ui/dialog-of';
import { useWiderThan } from '../../ui/use-wider-than';

const ShareDialog = dialogOf(() => import('./share-dialog'));

/** Opens the links of a project, for its engineer and its client. */
export function ShareProject({ projectId }: { projectId: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const wide = useWiderThan('sm');
  const icon = <IconShare3 size={16} aria-hidden />;
  return (
    <>
      <Button
        variant="default"
        px={wide ? undefined : 'sm'}
        aria-label={wide ? undefined : 'Share'}
        leftSection={wide && icon}
        onClick={open}
      >
        {wide ? 'Share' : icon}
      </Button>
      <ShareDialog projectId={projectId} opened={opened} onClose={close} />
    </>
  );
}
