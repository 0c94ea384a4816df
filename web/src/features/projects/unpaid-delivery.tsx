import { Box, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { dataOf, filesListOptions, type Project, quotesCurrentOptions } from '../../api';
import { plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import type { ManualStatus } from '../../lib/words';

const NAMED = 5;

/**
 * Continues at once, unless that would unlock unpaid masters: then it asks for confirmation, with projects and amounts.
 */
export function askBeforeDelivery(projects: Project[], status: ManualStatus, goOn: () => void): void {
  const unpaid = status === 'delivered' ? projects.filter(({ finalsUnlocked }) => !finalsUnlocked) : [];
  const [first, ...others] = unpaid;
  if (!first) {
    goOn();
    return;
  }
  modals.openConfirmModal({
    title: others.length === 0 ? 'Deliver without payment?' : `Deliver ${unpaid.length} projects without payment?`,
    children: (
      <Stack gap="md">
        <Text size="sm">The client can then download the masters, without having paid:</Text>
        <ScrollArea.Autosize mah={280}>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {unpaid.map((project) => (
              <Unpaid key={project.id} project={project} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Stack>
    ),
    labels: { confirm: 'Deliver unpaid', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: goOn,
  });
}

function Unpaid({ project }: { project: Project }) {
  const { id, title } = project;
  const { data: files } = useQuery({
    ...filesListOptions({ path: { projectId: id } }),
    select: (reply) => reply.data.filter(({ fileType }) => fileType !== 'upload'),
  });
  return (
    <Box component="li">
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="sm">
        <Owed project={project} />
      </Text>
      {files ? (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {files.length === 0
            ? 'No files yet; files added later are unlocked at once.'
            : `${plural(files.length, 'file')}: ${named(files.map(({ originalName }) => originalName))}`}
        </Text>
      ) : (
        <Skeleton h={20} maw={240} role="status" aria-label="Loading files" />
      )}
    </Box>
  );
}

/** The amount the client owes, or has agreed to before there is an invoice. */
function Owed({ project }: { project: Project }) {
  const { id, invoice_amountCents: cents, invoice_currency: currency, invoice_status: status } = project;
  const { data: quote } = useQuery({
    ...quotesCurrentOptions({ path: { projectId: id } }),
    select: dataOf,
    enabled: cents === null,
  });
  if (cents !== null && currency)
    return `${formatMoney(cents, currency)} ${status === 'overdue' ? 'overdue' : 'not paid yet'}`;
  if (quote?.status === 'accepted') return `${formatMoney(quote.amountCents, quote.currency)} agreed, not invoiced yet`;
  return 'No invoice yet';
}

function named(names: string[]): string {
  const rest = names.length - NAMED;
  return rest > 0 ? `${names.slice(0, NAMED).join(', ')} and ${rest} more` : names.join(', ');
}
