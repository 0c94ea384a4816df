import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, invoicesDraftOptions, type Project } from '../../api';
import { useWiderThan } from '../../ui/use-wider-than';
import { CreateInvoice } from './create-invoice';

/** For engineers, while the project can be invoiced. */
export function SendInvoice({ project }: { project: Project }) {
  const wanted = project.can.update && (project.invoice_status === null || project.invoice_status === 'paid');
  const { data: draft } = useQuery({
    ...invoicesDraftOptions({ path: { projectId: project.id } }),
    select: dataOf,
    enabled: wanted,
  });
  const [opened, { open, close }] = useDisclosure(false);
  const wide = useWiderThan('sm');
  return (
    <>
      {wanted && draft?.allowed && (
        <Button leftSection={wide && <IconSend size={16} aria-hidden />} onClick={open}>
          Send Invoice
        </Button>
      )}
      <CreateInvoice project={project} title="Send Invoice" opened={opened} onClose={close} />
    </>
  );
}
