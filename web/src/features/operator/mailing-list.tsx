import { ActionIcon, Box, Button, Group, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { IconDownload, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dataOf,
  mailingListDeleteMutation,
  mailingListListOptions,
  mailingListStatsOptions,
  type Signup,
} from '../../api';
import { mailingListKeys } from '../../api/keys';
import { formatDate, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';

const SOURCES: Record<Signup['source'], string> = { homepage: 'Homepage', hero: 'Hero', final_cta: 'Final call' };

/** Early-access sign-ups: search, export, delete. */
export function MailingList() {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 300);
  const stats = useQuery({ ...mailingListStatsOptions(), select: dataOf }).data;
  const query = searched ? { search: searched } : {};
  const { data, isPending, isError, error, refetch } = useQuery({
    ...mailingListListOptions({ query }),
    placeholderData: keepPreviousData,
  });
  const remove = useMutation({
    ...mailingListDeleteMutation(),
    meta: {
      invalidates: mailingListKeys(),
      success: { title: 'Sign-up Deleted', message: 'The address is no longer on the mailing list' },
      failure: { title: 'Error', message: 'Failed to delete the sign-up' },
    },
  });
  const ask = (signup: Signup) =>
    modals.openConfirmModal({
      title: 'Delete this sign-up?',
      children: <Text size="sm">{signup.email} is deleted for good.</Text>,
      labels: { confirm: 'Delete', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path: { id: signup.id } }),
    });
  const from = stats && Object.entries(stats.bySource).filter(([, count]) => count > 0);
  return (
    <Stack gap="sm" component="section" aria-labelledby="mailing-list">
      <Group justify="space-between" align="flex-end">
        <SectionHeader
          id="mailing-list"
          title="Mailing list"
          subtitle={
            stats
              ? [
                  plural(stats.total, 'sign-up'),
                  ...(from ?? []).map(([source, count]) => `${SOURCES[source as Signup['source']]} ${count}`),
                ].join(' · ')
              : 'Who signed up for early access'
          }
        />
        <Group gap="xs">
          <TextInput
            aria-label="Search sign-ups"
            placeholder="Search sign-ups"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            w={{ base: '100%', xs: 220 }}
          />
          <Button
            component="a"
            href="/api/mailing-list/export"
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export CSV
          </Button>
        </Group>
      </Group>
      {isPending && <Skeleton h={120} />}
      {isError && <Failure title="The mailing list could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data && data.data.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          {searched ? 'No sign-up matches.' : 'Nobody has signed up yet.'}
        </Text>
      )}
      {data && data.data.length > 0 && (
        <Table.ScrollContainer minWidth={640} mah={480}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Email</Table.Th>
                <Table.Th>Notes</Table.Th>
                <Table.Th>Source</Table.Th>
                <Table.Th>Signed up</Table.Th>
                <Table.Th ta="right">Actions</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((signup) => (
                <Table.Tr key={signup.id}>
                  <Table.Td fw={500} miw={140} maw={240} style={{ overflowWrap: 'anywhere' }}>
                    {signup.name}
                  </Table.Td>
                  <Table.Td miw={200} style={{ overflowWrap: 'anywhere' }}>
                    {signup.email}
                  </Table.Td>
                  <Table.Td maw={320}>
                    <Text size="sm" c="dimmed" lineClamp={2} title={signup.notes ?? undefined}>
                      {signup.notes}
                    </Text>
                  </Table.Td>
                  <Table.Td>{SOURCES[signup.source]}</Table.Td>
                  <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(signup.createdAt)}</Table.Td>
                  <Table.Td w={72} ta="right">
                    <Box className="row-actions">
                      <ActionIcon aria-label={`Delete ${signup.email}`} onClick={() => ask(signup)}>
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Box>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data?.nextCursor && (
        <Text size="xs" c="dimmed">
          The newest {data.data.length} are shown; search finds the others, and the export has all.
        </Text>
      )}
    </Stack>
  );
}
