import { EmptyState, Skeleton, Stack, Title } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, storageUsageUsageOptions } from '../../api';
import { Failure } from '../../ui/failure';
import { LargestFiles } from './largest-files';
import { StoredProjects } from './stored-projects';
import { Usage } from './usage';

/** The studio's storage by project, and ways to free space. */
export function Storage() {
  const { data, error, refetch } = useQuery({
    ...storageUsageUsageOptions(),
    select: dataOf,
    refetchOnMount: 'always',
  });
  return (
    <Stack gap="xl">
      <Title order={1}>Storage</Title>
      {error && <Failure title="Failed to load storage data" error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Stack gap="md" role="status" aria-label="Loading storage">
          <Skeleton h={160} />
          <Skeleton h={40} />
          <Skeleton h={220} />
        </Stack>
      )}
      {data && <Usage usage={data} />}
      {data?.total_files === 0 && (
        <EmptyState
          py="xl"
          icon={<IconDatabase stroke={1.5} aria-hidden />}
          title="Nothing is stored yet"
          description="Originals, masters and what is in staging appear here with their real sizes."
        />
      )}
      {data && data.total_files > 0 && (
        <>
          <StoredProjects usage={data} />
          <LargestFiles files={data.files} />
        </>
      )}
    </Stack>
  );
}
