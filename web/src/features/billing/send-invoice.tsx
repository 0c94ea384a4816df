import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, invoicesDraftOptions, type Project } from '../../api';
import { CreateInvoice } from './create-invoice';

/** For engineers, once the project is ready to be invoiced. */
export function SendInvoice({ project }: { project: Project }) {
  const ready = project.can.update && project.status === 'preview_ready' && project.currentInvoiceId === null;
  const { data: draft } = useQuery({
    ...invoicesDraftOptions({ path: { projectId: project.id } }),
    select: dataOf,
    enabled: ready,
  });
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      {ready && draft?.allowed && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={open}>
          Send Invoice
        </Button>
      )}
      <CreateInvoice project={project} opened={opened} onClose={close} />
    </>
  );
}
