import { Button, EmptyState, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderPlus, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Project } from '../../api';
import { Failure } from '../../ui/failure';
import { useFilters } from '../../ui/use-filters';
import { useWiderThan } from '../../ui/use-wider-than';
import { BulkStatus } from './bulk-status';
import { CreateProject } from './create-project';
import { addressOf, filtersOf, sortedBy } from './filters';
import { FilterBar } from './project-filters';
import { ProjectCards, ProjectTable } from './project-rows';
import { ProjectsHeader } from './projects-header';
import { useProjects } from './use-projects';

const PAGE = 50;

interface EngineerProjectsProps {
  /** Renders a project's invoice. */
  invoice: (project: Project) => ReactNode;
}

/** The studio's projects as a table. */
export function EngineerProjects({ invoice }: EngineerProjectsProps) {
  const Rows = useWiderThan('sm') ? ProjectTable : ProjectCards;
  const { filters, typed, type, change } = useFilters(filtersOf, addressOf);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [creating, { open, close }] = useDisclosure(false);
  const list = useProjects({
    search: filters.search || undefined,
    status: filters.status ?? undefined,
    invoiceStatus: filters.invoice ?? undefined,
    sort: filters.sort,
    order: filters.order,
    limit: PAGE,
  });
  const { projects } = list;
  const filtered = filters.search !== '' || filters.status !== null || filters.invoice !== null;
  const chosen = projects?.filter(({ id }) => selected.has(id)) ?? [];
  const select = (some: Iterable<string>) => setSelected(new Set(some));

  return (
    <Stack gap="lg">
      <ProjectsHeader view="all">
        <Button leftSection={<IconPlus size={16} aria-hidden />} data-shortcut="c" onClick={open}>
          New project
        </Button>
      </ProjectsHeader>
      <FilterBar filters={filters} search={typed} onSearch={type} onChange={change} />
      {list.isPending && (
        <Stack gap="xs" role="status" aria-label="Loading projects">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={40} />
          ))}
        </Stack>
      )}
      {list.isError && (
        <Failure title="Failed to load project data" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {projects?.length === 0 &&
        (filtered ? (
          <EmptyState
            py="xl"
            icon={<IconSearchOff stroke={1.5} aria-hidden />}
            description="No project matches these filters."
          />
        ) : (
          <EmptyState
            py="xl"
            icon={<IconFolderPlus stroke={1.5} aria-hidden />}
            title="No projects yet"
            description="Create the first one and invite its client."
          />
        ))}
      {projects && projects.length > 0 && (
        <Rows
          projects={projects}
          selected={selected}
          invoice={invoice}
          sort={filters.sort}
          order={filters.order}
          onSort={(column) => change(sortedBy(filters, column))}
          onToggle={(id) => select(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id])}
          onToggleAll={() => select(chosen.length === projects.length ? [] : projects.map(({ id }) => id))}
        />
      )}
      {list.hasNextPage && (
        <Button variant="default" mx="auto" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
      <BulkStatus
        selected={chosen}
        onClear={() => select([])}
        onDone={(failed) => select(failed.map(({ id }) => id))}
      />
      <CreateProject opened={creating} onClose={close} />
    </Stack>
  );
}
