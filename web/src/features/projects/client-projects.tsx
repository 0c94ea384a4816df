import { Button, EmptyState, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { projectStatuses } from '../../lib/project-status';
import { Failure } from '../../ui/failure';
import { ProjectStatusBadge } from '../../ui/status-badge';
import { useProjects } from './use-projects';

/** A client's own projects. */
export function ClientProjects() {
  const { user } = useSession();
  const { projects, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useProjects({
    sort: 'updatedAt',
    order: 'desc',
  });
  return (
    <Stack gap="lg">
      <Title order={1}>Welcome, {user.name}</Title>
      {isPending && <Stack gap="xs" role="status" aria-label="Loading projects">{[0, 1].map((row) => <Skeleton key={row} h={64} />)}</Stack>}
      {isError && <Failure title="Failed to load project data" error={error} onRetry={() => void refetch()} />}
      {projects?.length === 0 && (
        <EmptyState
          py="xl"
          icon={<IconDisc stroke={1.5} aria-hidden />}
          title="No projects yet"
          description="Your engineer's projects with you will appear here."
        />
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {projects?.map((project) => (
          <Paper key={project.id} component="li" withBorder p="md" radius="md">
            <Group justify="space-between" gap="sm">
              <div>
                <Group gap="xs">
                  <Title order={2} style={{ overflowWrap: 'anywhere' }}>{project.title}</Title>
                  <ProjectStatusBadge status={project.status} />
                </Group>
                <Text size="sm" c="dimmed">{projectStatuses[project.status].forClient}</Text>
              </div>
              <Button component={Link} to={`/app/projects/${project.id}`} variant="default" aria-label={`View Project ${project.title}`}>
                View Project
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>Load more</Button>
      )}
    </Stack>
  );
}
