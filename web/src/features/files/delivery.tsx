import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { File, Project } from '../../api';
import { useSession } from '../../api/session';
import { formatBytes, plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { hasOpenInvoice } from './pay-to-download';

interface DeliveryProps {
  project: Project;
  finals: File[];
  /** The button that plays them. */
  listen: ReactNode;
}

/** For clients: a project's final files as one delivery, with its status and next step. */
export function Delivery({ project, finals: all, listen }: DeliveryProps) {
  const { finalsUnlocked } = project;
  // The archive does not include replaced files.
  const finals = all.filter(({ current }) => current);
  const tracks = new Set(finals.flatMap(({ trackId }) => trackId ?? [])).size;
  const bytes = finals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const size = [tracks > 0 && plural(tracks, 'track'), plural(finals.length, 'file'), formatBytes(bytes)]
    .filter(Boolean)
    .join(', ');
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" wrap="nowrap" miw={0} flex="1 1 260px">
        {finalsUnlocked ? <IconLockOpen size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
        <Text fw={500}>
          {size}
          {finalsUnlocked
            ? ''
            : hasOpenInvoice(project)
              ? ', locked until payment'
              : ', locked until payment: no invoice yet'}
        </Text>
      </Group>
      <Group gap="xs">
        {listen}
        {finalsUnlocked ? (
          <Button
            component="a"
            variant="default"
            href={`/api/files/project/${project.id}/archive/finals`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download all
          </Button>
        ) : (
          <Pay project={project} />
        )}
      </Group>
    </Group>
  );
}

function Pay({ project }: { project: Project }) {
  const { demoPayments } = useSession();
  const { id, invoice_amountCents: cents, invoice_currency: currency } = project;
  if (!hasOpenInvoice(project) || cents === null || !currency) return null;
  return (
    <Button component={Link} variant="default" to={`/app/payment/${id}`}>
      {demoPayments ? `Pay ${formatMoney(cents, currency)}` : 'How to pay'}
    </Button>
  );
}
