import {
  Button,
  CloseButton,
  EmptyState,
  Group,
  Paper,
  Progress,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDisc, IconReceipt, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dataOf, invitesOpenOptions, type Project, type ProjectStep, waitingGetOptions } from '../../api';
import { useSession } from '../../api/session';
import { formatDate } from '../../lib/format/format';
import { keysOf, optionsOf, type ProjectStatus, projectStatuses } from '../../lib/words';
import { Failure } from '../../ui/failure';
import { ChangesAskedBadge, ProjectStatusBadge } from '../../ui/status-badge';
import { wordsOf } from './next-step';
import { OpenInvitations } from './open-invitations';
import { useProjects } from './use-projects';
import { WaitingForClient } from './waiting-for-client';

const CURRENT_FIRST = 48;
const RECENTLY_COMPLETED = 3;
/** A shorter list needs no search. */
const SEARCHED_FROM = 9;
const TYPING_MS = 250;
const isCompleted = ({ status }: Project) => status === 'delivered' || status === 'approved';

/** A client's projects: active ones, then recently finished ones. */
export function ClientProjects() {
  const { user } = useSession();
  const waiting = useQuery({ ...waitingGetOptions(), select: dataOf });
  const invitations = useQuery(invitesOpenOptions());
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [status, setStatus] = useState<ProjectStatus | null>(null);
  const [allCurrent, setAllCurrent] = useState(false);
  const [allCompleted, setAllCompleted] = useState(false);
  const filtered = search !== '' || status !== null;
  const { projects, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useProjects({
    search: search || undefined,
    status: status ?? undefined,
    sort: 'updatedAt',
    order: 'desc',
  });
  const greeting = (
    <Group justify="space-between" gap="sm">
      <Title order={1} style={{ overflowWrap: 'anywhere' }}>
        Welcome, {user.name}
      </Title>
      {projects?.some(({ can }) => can.seeMoney) && (
        <Button
          component={Link}
          to="/app/invoices"
          variant="subtle"
          leftSection={<IconReceipt size={16} aria-hidden />}
        >
          Invoices
        </Button>
      )}
    </Group>
  );
  if (isPending || waiting.isPending || invitations.isPending) {
    return (
      <Stack gap={32}>
        {greeting}
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="status" aria-label="Loading projects">
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} h={148} radius="md" />
          ))}
        </SimpleGrid>
      </Stack>
    );
  }
  const current = projects?.filter((project) => !isCompleted(project)) ?? [];
  const completed = projects?.filter(isCompleted) ?? [];
  const shownCurrent = allCurrent ? current : current.slice(0, CURRENT_FIRST);
  const shownCompleted = allCompleted || filtered ? completed : completed.slice(0, RECENTLY_COMPLETED);
  const steps = new Map(waiting.data?.steps.map((step) => [step.projectId, step]));
  const isSearchable = typed !== '' || filtered || (projects?.length ?? 0) >= SEARCHED_FROM;
  return (
    <Stack gap={32}>
      {greeting}
      <OpenInvitations />
      <WaitingForClient />
      {isError && <Failure title="Failed to load project data" error={error} onRetry={() => void refetch()} />}
      {isSearchable && (
        <Group gap="xs">
          <TextInput
            type="search"
            flex={1}
            miw={200}
            maw={{ sm: 360 }}
            placeholder="Search projects"
            aria-label="Search projects"
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={
              typed !== '' && <CloseButton size="xs" aria-label="Clear search" onClick={() => setTyped('')} />
            }
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Select
            w={180}
            placeholder="All states"
            aria-label="State"
            clearable
            data={optionsOf(projectStatuses)}
            value={status}
            onChange={(value) => setStatus(keysOf(projectStatuses).find((each) => each === value) ?? null)}
          />
        </Group>
      )}
      {projects?.length === 0 && filtered && (
        <EmptyState
          py="xl"
          icon={<IconSearchOff stroke={1.5} aria-hidden />}
          description={search ? `No project matches “${search}”.` : 'No project has this state.'}
        />
      )}
      {projects?.length === 0 && !filtered && (
        <EmptyState
          py="xl"
          icon={<IconDisc stroke={1.5} aria-hidden />}
          title="No projects yet"
          description="Your engineer's projects with you will appear here."
        />
      )}
      {(current.length > 0 || (completed.length > 0 && !filtered)) && (
        <Stack gap="sm" component="section">
          <Title order={2}>Current Projects</Title>
          {current.length === 0 && !filtered && (
            <Text size="sm" c="dimmed">
              No project is in progress at the moment.
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {shownCurrent.map((project) => (
              <CurrentProject key={project.id} project={project} step={steps.get(project.id)} />
            ))}
          </SimpleGrid>
          {shownCurrent.length < current.length && (
            <Button variant="default" mx="auto" onClick={() => setAllCurrent(true)}>
              Show all {current.length} projects
            </Button>
          )}
        </Stack>
      )}
      {completed.length > 0 && (
        <Stack gap="sm" component="section">
          <Title order={2}>{filtered ? 'Completed' : 'Recently Completed'}</Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {shownCompleted.map((project) => (
              <CompletedProject key={project.id} project={project} />
            ))}
          </SimpleGrid>
          {shownCompleted.length < completed.length && (
            <Button variant="default" mx="auto" onClick={() => setAllCompleted(true)}>
              Show all {completed.length} completed
            </Button>
          )}
        </Stack>
      )}
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Stack>
  );
}

function States({ project: { status, changesAsked } }: { project: Project }) {
  return (
    <Stack gap={4} align="flex-end" flex="none">
      <ProjectStatusBadge status={status} />
      <ChangesAskedBadge count={changesAsked} />
    </Stack>
  );
}

function CurrentProject({ project, step }: { project: Project; step: ProjectStep | undefined }) {
  const { demoPayments } = useSession();
  const { forClient, progress } = projectStatuses[project.status];
  const sentence = step && wordsOf(step, demoPayments).sentence;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {project.title}
          </Title>
          <States project={project} />
        </Group>
        <Stack gap={6} mt="auto">
          {sentence && <Text size="sm">{sentence}</Text>}
          {forClient && (
            <Text size="xs" c="dimmed">
              {forClient}
            </Text>
          )}
          {progress !== null && <Progress value={progress} size="sm" aria-label={`Progress of ${project.title}`} />}
        </Stack>
        <Group gap="xs" grow>
          <Button
            component={Link}
            to={`/app/projects/${project.id}`}
            variant="default"
            aria-label={`View Project ${project.title}`}
          >
            View Project
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function CompletedProject({ project }: { project: Project }) {
  return (
    <Paper component={Link} to={`/app/projects/${project.id}`} withBorder p="md" radius="md" c="inherit" td="none">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div>
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {project.title}
          </Title>
          <Text size="sm" c="dimmed">
            {formatDate(project.updatedAt)}
          </Text>
        </div>
        <States project={project} />
      </Group>
    </Paper>
  );
}
