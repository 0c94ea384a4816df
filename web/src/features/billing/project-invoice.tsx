import { Box, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Project } from '../../api';
import type { InvoiceStatus } from '../../lib/words';
import { InvoiceStatusBadge } from '../../ui/status-badge';
import { CreateInvoice } from './create-invoice';
import { MarkPaid } from './mark-paid';

/** A project's current invoice in a row of the project list, with a mark-paid button; or a button to create one. */
export function ProjectInvoice({ project }: { project: Project }) {
  const { invoice_id: id, invoice_status: status } = project;
  return id && status ? <CurrentInvoice project={project} id={id} status={status} /> : <Create project={project} />;
}

function CurrentInvoice({ project, id, status }: { project: Project; id: string; status: InvoiceStatus }) {
  return (
    <Group gap={4} wrap="nowrap">
      <InvoiceStatusBadge status={status} />
      {(status === 'pending' || status === 'overdue') && (
        <MarkPaid
          billed={{ id, projectId: project.id, name: project.title }}
          invoice={`the invoice of ${project.title}`}
          small
        />
      )}
    </Group>
  );
}

/** Prominent only if the project is ready to be invoiced. */
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
          aria-label={`Create invoice for ${project.title}`}
          onClick={open}
        >
          Create invoice
        </Button>
      </Box>
      <CreateInvoice project={project} title="Create Invoice" opened={opened} onClose={close} />
    </>
  );
}
