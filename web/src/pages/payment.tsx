import { ActionIcon, Button, EmptyState, Group, Skeleton, Stack, Title, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { dataOf, projectsGetOptions } from '../api';
import { ApiError } from '../api/error';
import { PayProject } from '../features/billing/pay-project';
import { titled } from '../lib/installation';
import { Failure } from '../ui/failure';

export const meta = () => [{ title: titled('Payment') }];

export default function Payment() {
  const { projectId = '' } = useParams();
  const {
    data: project,
    error,
    refetch,
  } = useQuery({ ...projectsGetOptions({ path: { id: projectId } }), select: dataOf });
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState mih={280} py="xl">
        <EmptyState.Indicator>
          <IconDisc size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={1}>Project not found</EmptyState.Title>
        <EmptyState.Description>It may have been deleted, or it belongs to someone else.</EmptyState.Description>
        <EmptyState.Actions>
          <Button component={Link} to="/app/projects" variant="default">
            Back to Projects
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  if (error) return <Failure title="Failed to load project details" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg" maw={480} mx="auto">
      <Group gap="sm" wrap="nowrap">
        <Tooltip label="Back to the project">
          <ActionIcon component={Link} to={`/app/projects/${projectId}`} size={32} aria-label="Back to the project">
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Title order={1}>Payment</Title>
      </Group>
      {project ? <PayProject project={project} /> : <Skeleton h={320} role="status" aria-label="Loading payment" />}
    </Stack>
  );
}
