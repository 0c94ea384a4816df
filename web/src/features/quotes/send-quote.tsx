import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileDollar } from '@tabler/icons-react';
import type { Project } from '../../api';
import { useWiderThan } from '../../ui/use-wider-than';
import { QuoteDialog } from './quote-dialog';
import { useCurrentQuote } from './use-current-quote';

/** For engineers, while no quote is waiting for an answer. After an accepted quote, a new one is for extra work. */
export function SendQuote({ project }: { project: Project }) {
  const { data: current, isSuccess } = useCurrentQuote(project.id);
  const [opened, { open, close }] = useDisclosure(false);
  const more = current?.status === 'accepted';
  const wide = useWiderThan('sm');
  const short = !wide && more;
  const icon = <IconFileDollar size={16} aria-hidden />;
  const offered = isSuccess && project.can.update && !project.clientLeft && (current === null || current.can.follow);
  return (
    <>
      {offered && (
        <Button
          variant={more ? 'default' : undefined}
          px={short ? 'sm' : undefined}
          aria-label={short ? 'Send Quote' : undefined}
          leftSection={wide && icon}
          onClick={open}
        >
          {short ? icon : 'Send Quote'}
        </Button>
      )}
      <QuoteDialog projectId={project.id} revises={null} opened={opened} onClose={close} />
    </>
  );
}
