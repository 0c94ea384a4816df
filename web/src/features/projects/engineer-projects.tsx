import { ActionIcon, Anchor, Box, Button, EmptyState, Group, Paper, Select, Skeleton, Stack, Table, Text, TextInput, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconFolderPlus, IconPlus, IconSearch, IconSearchOff, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Project } from '../../api';
import { formatAge, formatDateTime } from '../../lib/format';
import { projectStatuses, type ProjectStatus } from '../../lib/project-status';
import { Failure } from '../../ui/failure';
import { ProjectStatusBadge } from '../../ui/status-badge';
import { useWiderThan } from '../../ui/use-wider-than';
import { CreateProject } from './create-project';
import { useProjects } from './use-projects';

const SEARCH_DEBOUNCE_MS = 300;
const SORTS = [
  { value: 'createdAt', label: 'Created' },
  { value: 'updatedAt', label: 'Updated' },
  { value: 'title', label: 'Title' },
  { value: 'status', label: 'Status' },
  { value: 'client_name', label: 'Client' },
] as const;
type Sort = (typeof SORTS)[number]['value'];
const STATUSES = Object.entries(projectStatuses).map(([value, { label }]) => ({ value, label }));

export function EngineerProjects() {
  const Rows = useWiderThan('sm') ? ProjectTable : ProjectCards;
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const [status, setStatus] = useState<ProjectStatus | null>(null);
  const [sort, setSort] = useState<Sort>('createdAt');
  const [order, setOrder] = useState<'asc' | 'desc'>('desc');
  const [creating, { open, close }] = useDisclosure(false);
  const { projects, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useProjects({
    search: debounced || undefined,
    status: status ?? undefined,
    sort,
    order,
  });
  const filtered = debounced !== '' || status !== null;
  const clear = () => {
    setSearch('');
    setStatus(null);
  };

  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>Projects</Title>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>New project</Button>
      </Group>
      <Group gap="xs">
        <TextInput
          flex={1}
          miw={200}
          maw={{ sm: 360 }}
          type="search"
          placeholder="Search projects"
          aria-label="Search projects"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          w={190}
          placeholder="All statuses"
          aria-label="Status"
          clearable
          data={STATUSES}
          value={status}
          onChange={(value) => setStatus(value as ProjectStatus | null)}
        />
        {filtered && <Button variant="subtle" color="gray" onClick={clear}>Clear filters</Button>}
        <Group gap="xs" ml="auto" wrap="nowrap">
          <Select
            w={130}
            aria-label="Sort by"
            allowDeselect={false}
            data={SORTS}
            value={sort}
            onChange={(value) => setSort((value ?? 'createdAt'))}
          />
          <Tooltip label={order === 'asc' ? 'Ascending' : 'Descending'}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={order === 'asc' ? 'Ascending; switch to descending' : 'Descending; switch to ascending'}
              onClick={() => setOrder(order === 'asc' ? 'desc' : 'asc')}
            >
              {order === 'asc' ? <IconSortAscending size={18} aria-hidden /> : <IconSortDescending size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {isPending && (
        <Stack gap="xs" role="status" aria-label="Loading projects">{[0, 1, 2, 3, 4].map((row) => <Skeleton key={row} h={40} />)}</Stack>
      )}
      {isError && <Failure title="Failed to load project data" error={error} onRetry={() => void refetch()} />}
      {projects?.length === 0 && (filtered ? (
        <EmptyState py="xl" icon={<IconSearchOff stroke={1.5} aria-hidden />} description="No project matches these filters." />
      ) : (
        <EmptyState py="xl" icon={<IconFolderPlus stroke={1.5} aria-hidden />} title="No projects yet" description="Create the first one and invite its client." />
      ))}
      {projects && projects.length > 0 && <Rows projects={projects} />}
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>Load more</Button>
      )}
      <CreateProject opened={creating} onClose={close} />
    </Stack>
  );
}

function ProjectTable({ projects }: { projects: Project[] }) {
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Title</Table.Th>
          <Table.Th w="24%">Client</Table.Th>
          <Table.Th w={160}>Status</Table.Th>
          <Table.Th w={140}>Updated</Table.Th>
          <Table.Th w={56}><VisuallyHidden>Actions</VisuallyHidden></Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {projects.map((project) => (
          <Table.Tr key={project.id} h={44}>
            <Table.Td>
              <Anchor component={Link} to={`/app/projects/${project.id}`} c="inherit" fw={500} size="sm" display="block" truncate title={project.title}>
                {project.title}
              </Anchor>
            </Table.Td>
            <Table.Td><Text size="sm" c="dimmed" truncate title={project.client_name}>{project.client_name}</Text></Table.Td>
            <Table.Td><ProjectStatusBadge status={project.status} /></Table.Td>
            <Table.Td><Text size="sm" c="dimmed" truncate title={formatDateTime(project.updatedAt)}>{formatAge(project.updatedAt)}</Text></Table.Td>
            <Table.Td>
              <Group justify="flex-end" className="row-actions">
                <ActionIcon
                  component="a"
                  href={`/app/projects/${project.id}`}
                  target="_blank"
                  rel="noopener"
                  title="Open in a new tab"
                  aria-label={`Open ${project.title} in a new tab`}
                >
                  <IconExternalLink size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ProjectCards({ projects }: { projects: Project[] }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {projects.map((project) => (
        <Paper key={project.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            <Anchor component={Link} to={`/app/projects/${project.id}`} c="inherit" fw={500} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {project.title}
            </Anchor>
            <ProjectStatusBadge status={project.status} />
          </Group>
          <Box mt={2}><Text size="xs" c="dimmed" truncate>{project.client_name} · {formatAge(project.updatedAt)}</Text></Box>
        </Paper>
      ))}
    </Stack>
  );
}
