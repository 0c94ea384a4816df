import { ActionIcon, Anchor, Checkbox, Group, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Project } from '../../api';
import { formatAge, formatDateTime } from '../../lib/format/format';
import { SortHeader } from '../../ui/sort-header';
import { ChangesAskedBadge } from '../../ui/status-badge';
import type { Sort } from './filters';
import { StatusBadgeMenu } from './status-menu';

export interface ProjectRowsProps {
  projects: Project[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onToggleAll: () => void;
  sort: Sort;
  order: 'asc' | 'desc';
  onSort: (column: Sort) => void;
  /** Renders a project's invoice. */
  invoice: (project: Project) => ReactNode;
}

function SelectAll({
  projects,
  selected,
  onToggleAll,
  label,
}: Pick<ProjectRowsProps, 'projects' | 'selected' | 'onToggleAll'> & { label?: string }) {
  const chosen = projects.filter(({ id }) => selected.has(id)).length;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all projects"
      label={label}
      checked={chosen > 0 && chosen === projects.length}
      indeterminate={chosen > 0 && chosen < projects.length}
      onChange={onToggleAll}
    />
  );
}

function OpenInNewTab({ project }: { project: Project }) {
  return (
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
  );
}

export function ProjectTable(props: ProjectRowsProps) {
  const { projects, selected, onToggle, invoice, sort, order, onSort } = props;
  const by = (column: Sort) => ({ sorted: sort === column ? order : undefined, onSort: () => onSort(column) });
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={40}>
            <SelectAll {...props} />
          </Table.Th>
          <SortHeader label="Title" {...by('title')} />
          <SortHeader label="Client" w="20%" visibleFrom="md" {...by('client_name')} />
          <SortHeader label="Status" w={160} {...by('status')} />
          <Table.Th w={190}>Invoice</Table.Th>
          <SortHeader label="Updated" w={120} visibleFrom="lg" {...by('updatedAt')} />
          <Table.Th w={48} visibleFrom="md">
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {projects.map((project) => (
          <Table.Tr
            key={project.id}
            h={44}
            bg={selected.has(project.id) ? 'var(--mantine-primary-color-light)' : undefined}
          >
            <Table.Td>
              <Checkbox
                size="xs"
                aria-label={`Select ${project.title}`}
                checked={selected.has(project.id)}
                onChange={() => onToggle(project.id)}
              />
            </Table.Td>
            <Table.Td>
              <Anchor
                component={Link}
                to={`/app/projects/${project.id}`}
                c="inherit"
                fw={500}
                size="sm"
                display="block"
                truncate
                title={project.title}
              >
                {project.title}
              </Anchor>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Text size="sm" c="dimmed" truncate title={project.client_name}>
                {project.client_name}
              </Text>
            </Table.Td>
            <Table.Td>
              <Stack gap={2} align="flex-start">
                <StatusBadgeMenu project={project} />
                <ChangesAskedBadge count={project.changesAsked} />
              </Stack>
            </Table.Td>
            <Table.Td>{invoice(project)}</Table.Td>
            <Table.Td visibleFrom="lg">
              <Text size="sm" c="dimmed" truncate title={formatDateTime(project.updatedAt)}>
                {formatAge(project.updatedAt)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Group justify="flex-end" className="row-actions">
                <OpenInNewTab project={project} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Project rows on a phone. */
export function ProjectCards(props: ProjectRowsProps) {
  const { projects, selected, onToggle, invoice } = props;
  return (
    <Stack gap="xs">
      <SelectAll {...props} label="Select all" />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {projects.map((project) => (
          <Paper key={project.id} component="li" withBorder p="sm">
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Checkbox
                size="xs"
                mt={3}
                aria-label={`Select ${project.title}`}
                checked={selected.has(project.id)}
                onChange={() => onToggle(project.id)}
              />
              <Stack gap={6} flex={1} miw={0}>
                <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
                  <div style={{ minWidth: 0 }}>
                    <Anchor
                      component={Link}
                      to={`/app/projects/${project.id}`}
                      className="touch-area"
                      display="inline-block"
                      c="inherit"
                      fw={500}
                      size="sm"
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {project.title}
                    </Anchor>
                    <Text size="xs" c="dimmed" truncate>
                      {project.client_name} · {formatAge(project.updatedAt)}
                    </Text>
                  </div>
                  <OpenInNewTab project={project} />
                </Group>
                <Group justify="space-between" gap="xs">
                  <Group gap={6}>
                    <StatusBadgeMenu project={project} />
                    <ChangesAskedBadge count={project.changesAsked} />
                  </Group>
                  {invoice(project)}
                </Group>
              </Stack>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}
