import {
  Alert,
  Anchor,
  Badge,
  Button,
  EmptyState,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '../../api';
import { useMailLeaves } from '../../api/mail-leaves';
import { formatAge, formatDateTime } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { useFilters } from '../../ui/use-filters';
import { useWiderThan } from '../../ui/use-wider-than';
import { AddClient } from './add-client';
import { ClientMenu } from './client-menu';
import { ClientProfile } from './client-profile';
import { membershipOf } from './membership';
import { useClients } from './use-clients';

const searchOf = (params: URLSearchParams) => ({ search: params.get('search') ?? '' });
const addressOf = ({ search }: { search: string }): Record<string, string> => (search ? { search } : {});

/** The studio's clients with their account status, invitations and actions. */
export function Clients() {
  const Rows = useWiderThan('md') ? ClientTable : ClientCards;
  const {
    filters: { search },
    typed,
    type,
  } = useFilters(searchOf, addressOf);
  const mailLeaves = useMailLeaves();
  const [adding, { open, close }] = useDisclosure(false);
  const [shown, setShown] = useState<Client | null>(null);
  const { clients, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useClients(search);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>Clients</Title>
        <Button leftSection={<IconPlus size={16} aria-hidden />} data-shortcut="c" onClick={open}>
          Add client
        </Button>
      </Group>
      {!mailLeaves && (
        <Alert color="yellow" title="This portal does not send e-mail">
          Copy each invitation link from the client’s menu and send it yourself. Notifications stay in the portal.
        </Alert>
      )}
      <TextInput
        maw={{ sm: 360 }}
        type="search"
        placeholder="Search clients"
        aria-label="Search clients"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-shortcut="/"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {isPending && (
        <Stack gap="xs" role="status" aria-label="Loading clients">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={40} />
          ))}
        </Stack>
      )}
      {isError && <Failure title="Failed to load client data" error={error} onRetry={() => void refetch()} />}
      {clients?.length === 0 &&
        (search === '' ? (
          <EmptyState
            py="xl"
            icon={<IconUsers stroke={1.5} aria-hidden />}
            title="No clients yet"
            description="Add the first one; they get an invitation by e-mail."
          />
        ) : (
          <EmptyState
            py="xl"
            icon={<IconSearchOff stroke={1.5} aria-hidden />}
            description="No client matches this search."
          />
        ))}
      {clients && clients.length > 0 && <Rows clients={clients} onShow={setShown} />}
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
      <AddClient opened={adding} onClose={close} />
      <ClientProfile client={shown} onClose={() => setShown(null)} />
    </Stack>
  );
}

interface RowsProps {
  clients: Client[];
  onShow: (client: Client) => void;
}

function Membership({ client }: { client: Client }) {
  const { label, color, detail } = membershipOf(client);
  return (
    <Tooltip label={detail}>
      <Badge color={color} flex="none" tabIndex={0}>
        {label}
      </Badge>
    </Tooltip>
  );
}

/** The latest projects, and how many more there are. */
function Projects({ client: { projects, projectCount, email } }: { client: Client }) {
  const more = projectCount - projects.length;
  return (
    <Stack gap={0}>
      {projects.map(({ id, title }) => (
        <Anchor key={id} component={Link} to={`/app/projects/${id}`} size="sm" c="inherit" truncate title={title}>
          {title}
        </Anchor>
      ))}
      {more > 0 && (
        <Anchor component={Link} to={`/app/projects?${new URLSearchParams({ search: email })}`} size="xs" c="dimmed">
          {more} more
        </Anchor>
      )}
    </Stack>
  );
}

/** Paid and open sums of a client. */
function Sums({ client: { sums } }: { client: Client }) {
  return sums.map(({ currency, paidCents, openCents }) => (
    <div key={currency}>
      <Text size="sm">{formatMoney(paidCents, currency)} paid</Text>
      {openCents > 0 && (
        <Text size="xs" c="yellow">
          {formatMoney(openCents, currency)} open
        </Text>
      )}
    </div>
  ));
}

function ClientTable({ clients, onShow }: RowsProps) {
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th w={120}>Account</Table.Th>
          <Table.Th>Projects</Table.Th>
          <Table.Th w={170} ta="right">
            Invoiced
          </Table.Th>
          <Table.Th w={120}>Last contact</Table.Th>
          <Table.Th w={56}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clients.map((client) => (
          <Table.Tr key={client.id} h={52}>
            <Table.Td>
              <Anchor
                component="button"
                type="button"
                c="inherit"
                fw={500}
                size="sm"
                display="block"
                maw="100%"
                truncate
                title={client.name}
                onClick={() => onShow(client)}
              >
                {client.name}
              </Anchor>
              <Text size="xs" c="dimmed" truncate title={client.email}>
                {client.email}
              </Text>
            </Table.Td>
            <Table.Td>
              <Membership client={client} />
            </Table.Td>
            <Table.Td>
              <Projects client={client} />
            </Table.Td>
            <Table.Td ta="right">
              <Sums client={client} />
            </Table.Td>
            <Table.Td>
              {client.lastContactAt && (
                <Text size="sm" c="dimmed" truncate title={formatDateTime(client.lastContactAt)}>
                  {formatAge(client.lastContactAt)}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Group justify="flex-end">
                <ClientMenu client={client} onProfile={() => onShow(client)} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ClientCards({ clients, onShow }: RowsProps) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {clients.map((client) => (
        <Paper key={client.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Anchor
              component="button"
              type="button"
              c="inherit"
              fw={500}
              size="sm"
              ta="left"
              style={{ overflowWrap: 'anywhere' }}
              onClick={() => onShow(client)}
            >
              {client.name}
            </Anchor>
            <Group gap={4} wrap="nowrap" flex="none">
              <Membership client={client} />
              <ClientMenu client={client} onProfile={() => onShow(client)} />
            </Group>
          </Group>
          <Text size="xs" c="dimmed" truncate>
            {client.email}
          </Text>
          <Projects client={client} />
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed">
              {client.lastContactAt && `Last contact ${formatAge(client.lastContactAt)}`}
            </Text>
            <Sums client={client} />
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
