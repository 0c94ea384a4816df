import {
  ActionIcon,
  Anchor,
  Badge,
  Group,
  Menu,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconArchive, IconDots, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type StorageUsage,
  storageUsageArchiveMutation,
  storageUsageDeleteSupersededMutation,
  type StoredProject,
} from '../../api';
import { formatAge, formatBytes, formatDate, plural } from '../../lib/format/format';
import { SectionHeader } from '../../ui/section-header';
import { ProjectStatusBadge } from '../../ui/status-badge';
import { useWiderThan } from '../../ui/use-wider-than';
import { askToFree, freed, freedText } from './free';

/** Projects with files, and what can be freed in each. */
export function StoredProjects({ usage }: { usage: StorageUsage }) {
  const [order, setOrder] = useState('recent');
  const projects = order === 'recent' ? usage.recent : usage.projects;
  const Rows = useWiderThan('sm') ? ProjectTable : ProjectCards;
  return (
    <section aria-labelledby="stored-projects">
      <Stack gap="sm">
        <SectionHeader id="stored-projects" title={order === 'recent' ? 'Recent projects' : 'Largest projects'}>
          <SegmentedControl
            aria-label="Which projects"
            size="xs"
            value={order}
            onChange={setOrder}
            data={[
              { value: 'recent', label: 'Recent' },
              { value: 'largest', label: 'Largest' },
            ]}
          />
        </SectionHeader>
        <Rows projects={projects} />
      </Stack>
    </section>
  );
}

const linkOf = ({ id }: StoredProject) => `/app/projects/${id}?tab=files`;
const freeable = (project: StoredProject) => (project.can.archive ? project.archivable : project.superseded);

function ProjectTable({ projects }: { projects: StoredProject[] }) {
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Project</Table.Th>
          <Table.Th w={170}>Status</Table.Th>
          <Table.Th w={140} visibleFrom="lg">
            Last activity
          </Table.Th>
          <Table.Th w={72} ta="right">
            Files
          </Table.Th>
          <Table.Th w={110} ta="right">
            Size
          </Table.Th>
          <Table.Th w={120} ta="right" visibleFrom="md">
            Can be freed
          </Table.Th>
          <Table.Th w={56}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {projects.map((project) => (
          <Table.Tr key={project.id} h={44}>
            <Table.Td>
              <Anchor
                component={Link}
                to={linkOf(project)}
                c="inherit"
                fw={500}
                size="sm"
                display="block"
                truncate
                title={project.title}
              >
                {project.title}
              </Anchor>
              <Text size="xs" c="dimmed" truncate>
                {project.client_name}
              </Text>
            </Table.Td>
            <Table.Td>
              <State project={project} />
            </Table.Td>
            <Table.Td visibleFrom="lg">
              <Text size="sm" c="dimmed" truncate>
                {formatAge(project.updatedAt)}
              </Text>
            </Table.Td>
            <Table.Td ta="right">{project.files}</Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {formatBytes(project.bytes)}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="md" style={{ whiteSpace: 'nowrap' }}>
              {freeable(project).bytes > 0 ? (
                formatBytes(freeable(project).bytes)
              ) : (
                <Text span inherit c="dimmed">
                  –
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Group justify="flex-end">
                <Actions project={project} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ProjectCards({ projects }: { projects: StoredProject[] }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {projects.map((project) => (
        <Paper key={project.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Anchor
              component={Link}
              to={linkOf(project)}
              c="inherit"
              fw={500}
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {project.title}
            </Anchor>
            <Group gap={4} wrap="nowrap" flex="none">
              <State project={project} />
              <Actions project={project} />
            </Group>
          </Group>
          <Text size="xs" c="dimmed" truncate>
            {project.client_name}
          </Text>
          <Text size="xs" c="dimmed">
            {formatBytes(project.bytes)} · {plural(project.files, 'file')}
            {freeable(project).bytes > 0 && ` · ${formatBytes(freeable(project).bytes)} can be freed`}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}

function State({ project: { status, archivedAt } }: { project: StoredProject }) {
  return archivedAt ? (
    <Badge color="gray" flex="none" title={`Archived ${formatDate(archivedAt)}`}>
      Archived
    </Badge>
  ) : (
    <ProjectStatusBadge status={status} />
  );
}

function Actions({ project }: { project: StoredProject }) {
  const { id, title, superseded, archivable, can } = project;
  const remove = useMutation({
    ...storageUsageDeleteSupersededMutation(),
    meta: {
      ...freed,
      success: { title: 'Versions Deleted', message: freedText(superseded) },
      failure: { title: 'Error', message: 'Failed to delete superseded versions' },
    },
  });
  const archive = useMutation({
    ...storageUsageArchiveMutation(),
    meta: {
      ...freed,
      success: { title: 'Project Archived', message: freedText(archivable) },
      failure: { title: 'Error', message: 'Failed to archive the project' },
    },
  });
  return (
    <Menu width={270} position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${title}`} loading={remove.isPending || archive.isPending} data-always>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={superseded.files === 0}
          leftSection={<IconTrash size={16} aria-hidden />}
          rightSection={<Size bytes={superseded.bytes} />}
          onClick={() => askToFree('superseded', title, superseded, () => remove.mutate({ path: { id } }))}
        >
          Delete superseded versions
        </Menu.Item>
        <Menu.Item
          disabled={!can.archive || archivable.files === 0}
          leftSection={<IconArchive size={16} aria-hidden />}
          rightSection={<Size bytes={archivable.bytes} />}
          onClick={() => askToFree('archive', title, archivable, () => archive.mutate({ path: { id } }))}
        >
          Archive project
        </Menu.Item>
        {!can.archive && <Menu.Label>Archiving is for delivered or approved projects.</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

const Size = ({ bytes }: { bytes: number }) => (
  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    {bytes > 0 ? formatBytes(bytes) : ''}
  </Text>
);
