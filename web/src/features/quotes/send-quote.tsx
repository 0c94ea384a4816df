import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileDollar } from '@tabler/icons-react';
import type { Project } from '../../api';
import { QuoteDialog } from './quote-dialog';
import { useCurrentQuote } from './use-current-quote';

/** For engineers, while no quote is waiting for an answer. After an accepted quote, a new one is for extra work. */
export function SendQuote({ project }: { project: Project }) {
  const { data: current, isSuccess } = useCurrentQuote(project.id);
  const [opened, { open, close }] = useDisclosure(false);
  const offered = isSuccess && project.can.update && !project.clientLeft && (current === null || current.can.follow);
  return (
    <>
      {offered && (
        <Button
          variant={current?.status === 'accepted' ? 'default' : undefined}
          leftSection={<IconFileDollar size={16} aria-hidden />}
          onClick={open}
        >
          Send Quote
        </Button>
      )}
      <QuoteDialog projectId={project.id} revises={null} opened={opened} onClose={close} />
    </>
  );
}
