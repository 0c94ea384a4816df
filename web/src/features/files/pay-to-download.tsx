import { Button, Group, Text, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { File, Project } from '../../api';
import { DOWNLOAD_WIDTH } from './download-button';

export const hasOpenInvoice = ({ invoice_status: status }: Project) => status === 'pending' || status === 'overdue';

/** Replaces the download button: links to the payment, or shows that there is no invoice yet. */
export function PayToDownload({ file: { fileName }, project }: { file: File; project: Project }) {
  if (!project.can.seeMoney) return null;
  const look = {
    size: 'xs',
    flex: 'none',
    miw: { sm: DOWNLOAD_WIDTH },
    variant: 'default',
    leftSection: <IconLock size={14} aria-hidden />,
    'aria-label': `Pay to download ${fileName}`,
  } as const;
  if (hasOpenInvoice(project)) {
    return (
      <Button {...look} component={Link} to={`/app/payment/${project.id}`}>
        Pay to Download
      </Button>
    );
  }
  return (
    <Tooltip label="Your engineer has not sent an invoice yet">
      <Group
        gap={4}
        wrap="nowrap"
        c="dimmed"
        tabIndex={0}
        role="note"
        aria-label={`${fileName} is locked until payment`}
      >
        <IconLock size={14} aria-hidden />
        <Text size="xs">Locked</Text>
      </Group>
    </Tooltip>
  );
}
