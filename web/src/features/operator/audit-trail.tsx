import { Badge, Button, Group, Select, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditEntry, auditListOptions } from '../../api';
import { formatDateTime } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';

const ACTIONS: Record<AuditEntry['action'], string> = {
  sign_in: 'Sign-in',
  sign_in_code: 'Code at sign-in',
  sign_out: 'Sign-out',
  account_changed: 'Account or payee changed',
  role_changed: 'Role changed',
  link_changed: 'Link changed',
  export: 'Export',
  finals_downloaded: 'Finals downloaded',
  deleted: 'Deleted',
};
const PAGE = 25;

/** The audit trail with filter, pages and export. */
export function AuditTrail() {
  const [action, setAction] = useState<AuditEntry['action'] | null>(null);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 300);
  /** The cursors of the pages before this one, and of this one. */
  const [cursors, setCursors] = useState<string[]>([]);
  const filter = { ...(action && { action }), ...(searched && { search: searched }) };
  const cursor = cursors.at(-1);
  const { data, isPending, isError, error, refetch } = useQuery({
    ...auditListOptions({ query: { ...filter, limit: PAGE, ...(cursor && { cursor }) } }),
    placeholderData: keepPreviousData,
  });
  const next = data?.nextCursor;
  return (
    <Stack gap="sm" component="section" aria-labelledby="audit-trail">
      <SectionHeader
        id="audit-trail"
        title="Audit trail"
        subtitle="Sign-ins and sign-outs, exports, downloads of finals, changed roles and links, and deletions, newest first."
      />
      <Group gap="xs" align="flex-end">
        <Select
          aria-label="Action"
          placeholder="Every action"
          clearable
          data={Object.entries(ACTIONS).map(([value, label]) => ({ value, label }))}
          value={action}
          onChange={(value) => {
            setAction(value as AuditEntry['action'] | null);
            setCursors([]);
          }}
          w={{ base: '100%', xs: 220 }}
        />
        <TextInput
          aria-label="Search the audit trail"
          placeholder="Name, IP address or subject"
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setCursors([]);
          }}
          w={{ base: '100%', xs: 260 }}
        />
        <Button
          component="a"
          href={`/api/audit/export?${new URLSearchParams(filter)}`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      </Group>
      {isPending && <Skeleton h={120} />}
      {isError && <Failure title="The audit trail could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data && data.data.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          {action || searched ? 'No entry matches.' : 'There is no entry yet.'}
        </Text>
      )}
      {data && data.data.length > 0 && <Entries entries={data.data} />}
      {(cursors.length > 0 || next) && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </Button>
          <Button variant="default" disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
            Older
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Action</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>IP address</Table.Th>
            <Table.Th>Subject</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(entry.at)}</Table.Td>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  {ACTIONS[entry.action]}
                  {entry.outcome === 'refused' && (
                    <Badge color="red" variant="light" size="sm">
                      Refused
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td maw={200} title={entry.userId ?? undefined} style={{ overflowWrap: 'anywhere' }}>
                {entry.userName ?? (entry.userId ? 'Deleted account' : 'Unknown')}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{entry.ipAddress ?? '–'}</Table.Td>
              <Table.Td maw={320} title={entry.subjectId ?? undefined} style={{ overflowWrap: 'anywhere' }}>
                {entry.subject}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
