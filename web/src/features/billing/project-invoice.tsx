import { ActionIcon, Box, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import type { Project } from '../../api';
import type { InvoiceStatus } from '../../lib/words';
import { InvoiceStatusBadge } from '../../ui/status-badge';
import { CreateInvoice } from './create-invoice';
import { useSetStatus } from './use-set-status';

/** A project's standing invoice in a row of projects, with mark-paid, or the way to one. */
export function ProjectInvoice({ project }: { project: Project }) {
  const { invoice_id: id, invoice_status: status } = project;
  return id && status ? <Standing project={project} id={id} status={status} /> : <Create project={project} />;
}

function Standing({ project, id, status }: { project: Project; id: string; status: InvoiceStatus }) {
  const markPaid = useSetStatus({ id, projectId: project.id, name: project.title }, 'paid');
  return (
    <Group gap={4} wrap="nowrap">
      <InvoiceStatusBadge status={status} />
      {(status === 'pending' || status === 'overdue') && (
        <ActionIcon
          size="sm"
          title="Mark as paid"
          aria-label={`Mark the invoice of ${project.title} as paid`}
          loading={markPaid.isPending}
          onClick={() => markPaid.set()}
        >
          <IconCheck size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Stands out only where the project is ready for it. */
function Create({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  const ready = project.status === 'preview_ready';
  return (
    <>
      <Box className={ready ? undefined : 'row-actions'}>
        <Button
          size="compact-xs"
          variant={ready ? 'light' : 'subtle'}
          color={ready ? undefined : 'gray'}
          aria-label={`Create an invoice for ${project.title}`}
          onClick={open}
        >
          Create invoice
        </Button>
      </Box>
      <CreateInvoice project={project} opened={opened} onClose={close} />
    </>
  );
}
