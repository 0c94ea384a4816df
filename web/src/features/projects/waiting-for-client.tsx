import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconFileDollar, IconHeadphones, IconReceipt, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dataOf, waitingGetOptions } from '../../api';
import { useSession } from '../../api/session';
import { formatAge, formatDate, plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';

interface WaitingItem {
  key: string;
  title: string;
  says: string;
  late?: boolean;
  action: string;
  to: string;
  Icon: TablerIcon;
  color: string;
}

/** Quotes, invoices and masters that wait for the client, at the top of their home. */
export function WaitingForClient() {
  const { demoPayments } = useSession();
  const { data } = useQuery({ ...waitingGetOptions(), select: dataOf });
  if (!data) return null;
  const matters: WaitingItem[] = [
    ...data.quotes.map(({ quoteId, projectId, title, amountCents, currency, expiresAt }) => ({
      key: quoteId,
      title,
      says: `Quote of ${formatMoney(amountCents, currency)}, valid until ${formatDate(expiresAt)}`,
      action: 'Read the quote',
      to: `/app/projects/${projectId}?tab=quote`,
      Icon: IconFileDollar,
      color: 'cyan',
    })),
    ...data.invoices.map(({ invoiceId, projectId, title, amountCents, currency, dueDate, status }) => ({
      key: invoiceId,
      title,
      says: `Invoice of ${formatMoney(amountCents, currency)}, due ${formatDate(dueDate)}${status === 'overdue' ? ': overdue' : ''}`,
      late: status === 'overdue',
      action: demoPayments ? `Pay ${formatMoney(amountCents, currency)}` : 'How to pay',
      to: `/app/payment/${projectId}`,
      Icon: IconReceipt,
      color: 'purple',
    })),
    ...data.previews.map(({ projectId, title, files, since }) => ({
      key: projectId,
      title,
      says: `${plural(files, 'master')} to hear, ${formatAge(since)}`,
      action: 'Listen',
      to: `/app/projects/${projectId}?tab=files`,
      Icon: IconHeadphones,
      color: 'orange',
    })),
  ];
  if (matters.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="waiting">
      <Title order={2} id="waiting">
        Waiting for you
      </Title>
      <Paper withBorder radius="md">
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {matters.map((matter, index) => (
            <Row key={matter.key} matter={matter} first={index === 0} />
          ))}
        </Stack>
      </Paper>
    </Stack>
  );
}

function Row({
  matter: { title, says, late, action, to, Icon, color },
  first,
}: {
  matter: WaitingItem;
  first: boolean;
}) {
  return (
    <Group
      component="li"
      p="md"
      gap="sm"
      style={first ? undefined : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group flex="1 1 260px" miw={0} gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
          <Icon size={18} />
        </ThemeIcon>
        <Box miw={0}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="sm" c={late ? 'var(--mantine-color-red-text)' : 'dimmed'}>
            {says}
          </Text>
        </Box>
      </Group>
      <Button component={Link} to={to} aria-label={`${action}: ${title}`} ml="auto">
        {action}
      </Button>
    </Group>
  );
}
