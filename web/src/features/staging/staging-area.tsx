import { Box, Button, EmptyState, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconInbox, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { stagingListOptions, tracksListOptions } from '../../api';
import { useSession } from '../../api/session';
import { plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { HistoryButtons } from '../../ui/history-buttons';
import { quietButton } from '../../ui/quiet-button';
import { toast } from '../../ui/toast';
import { UploadList } from '../../ui/upload-list';
import { useFillHeight } from '../../ui/use-fill-height';
import { useWiderThan } from '../../ui/use-wider-than';
import { DropZone } from './drop-zone';
import { InterruptedStaging } from './interrupted-uploads';
import { KeysHelp } from './keys-help';
import type { Listen } from './listen';
import { ReanalysisMenu } from './reanalysis-menu';
import { isBusy } from './rows';
import { StagingRows } from './staging-rows';
import { useUploads } from './uploads';
import { useStaging } from './use-staging';

/** Poll interval for running analyses, in case live updates do not arrive. */
const ANALYSIS_POLL_MS = 5000;
/** Space below the workbench and its minimum height, in pixels. */
const FOOT = 6;
const LEAST_HEIGHT = 480;

interface StagingAreaProps {
  projectId: string;
  /** Shown with the toolbar's own buttons. */
  tools?: ReactNode;
  /** Offers to create the tracks that file names suggest; the primary action while there are no tracks. */
  propose: ReactNode;
  listen: Listen;
}

/** Workbench that fills the window: drop master files, review suggestions and assign them to slots. */
export function StagingArea({ projectId, tools, propose, listen }: StagingAreaProps) {
  const { limits } = useSession();
  const uploads = useUploads(projectId);
  const area = useRef<HTMLDivElement>(null);
  const wide = useWiderThan('lg');
  const beside = useWiderThan('sm');
  const fill = useFillHeight(area, FOOT, LEAST_HEIGHT);
  const [refreshing, setRefreshing] = useState(false);
  const staged = useQuery({
    ...stagingListOptions({ path: { projectId } }),
    refetchInterval: ({ state }) => (state.data?.data.stagingFiles.some(isBusy) ? ANALYSIS_POLL_MS : false),
  });
  const tracks = useQuery(tracksListOptions({ path: { projectId } }));
  const cancelled = JSON.stringify(uploads.uploads.flatMap(({ key, state }) => (state === 'cancelled' ? [key] : [])));
  const listed = useMemo(() => {
    const { stagingFiles = [], incoming = [] } = staged.data?.data ?? {};
    const gone = new Set(JSON.parse(cancelled) as (string | null)[]);
    return [...stagingFiles, ...incoming.filter(({ r2Key }) => !gone.has(r2Key))];
  }, [staged.data, cancelled]);
  const listedKeys = useMemo(() => new Set(listed.map(({ r2Key }) => r2Key)), [listed]);
  const trackEntries = useMemo(() => tracks.data?.data.tracks ?? [], [tracks.data]);
  const staging = useStaging(projectId, listed, trackEntries);
  const { files } = staging;

  useEffect(() => {
    const count = uploads.takeFinished(listed);
    if (count > 0) toast.success('Upload Successful', `${plural(count, 'file')} uploaded and analyzed`);
    // The list of failures shows each file with its reason.
    if (uploads.takeFailures().length > 0) toast.error('Upload Failed', 'Failed to upload files');
  });

  async function refresh() {
    setRefreshing(true);
    await Promise.all([staged.refetch(), tracks.refetch()]);
    setRefreshing(false);
  }

  const filled = files.length > 0;
  const loading = staged.isPending || tracks.isPending;
  const bench = wide && (filled || loading);
  return (
    <Stack
      ref={area}
      tabIndex={-1}
      gap={filled ? 3 : 'md'}
      pt={filled ? 0 : { lg: 'sm' }}
      h={bench ? fill : undefined}
      component="section"
      aria-labelledby="staging-area"
    >
      {!filled && (
        <div>
          <Title order={2} id="staging-area">
            Staging Area
          </Title>
          <Text size="sm" c="dimmed">
            Upload and organize master files before releasing to client
          </Text>
        </div>
      )}
      {loading ? (
        <TableSkeleton />
      ) : (
        <DropZone
          limits={limits}
          onFiles={(sources) => uploads.queue.add(sources)}
          folded={filled}
          tools={
            <Group gap={0}>
              {filled && trackEntries.length > 0 && <Box mr="xs">{propose}</Box>}
              {filled && !beside && (
                <HistoryButtons history={staging.history} onUndo={staging.actions.undo} onRedo={staging.actions.redo} />
              )}
              {filled && <ReanalysisMenu projectId={projectId} files={files} />}
              {beside && (
                <Button
                  {...quietButton}
                  leftSection={<IconRefresh size={14} aria-hidden />}
                  loading={refreshing}
                  onClick={() => void refresh()}
                >
                  Refresh
                </Button>
              )}
              {tools}
              {bench && <KeysHelp />}
              {bench && (
                <Button
                  {...quietButton}
                  leftSection={<IconArrowDown size={14} aria-hidden />}
                  onClick={() => document.getElementById('track-structure')?.scrollIntoView({ behavior: 'smooth' })}
                >
                  {plural(trackEntries.length, 'track')}
                </Button>
              )}
            </Group>
          }
        />
      )}
      <InterruptedStaging projectId={projectId} uploads={uploads.uploads} active={uploads.active} />
      <UploadList {...uploads} listed={listedKeys} />
      {staged.isError && (
        <Failure title="Failed to load staging files" error={staged.error} onRetry={() => void staged.refetch()} />
      )}
      {staged.isSuccess && !loading && !filled && !uploads.active && (
        <EmptyState
          py="lg"
          icon={<IconInbox stroke={1.5} aria-hidden />}
          description="No files in staging. Upload files to get started."
        />
      )}
      {filled && !loading && (
        <StagingRows
          {...{ projectId, staging, propose, listen, questions: staged.data?.data.questions ?? [] }}
          onEmptied={() => area.current?.focus()}
        />
      )}
    </Stack>
  );
}

function TableSkeleton() {
  return (
    <Stack gap={8} role="status" aria-label="Loading files">
      {[0, 1, 2, 3].map((row) => (
        <Group key={row} h={36} wrap="nowrap">
          <Skeleton h={14} flex={1} />
          <Skeleton w={180} h={14} />
          <Skeleton w={72} h={18} visibleFrom="md" />
        </Group>
      ))}
    </Stack>
  );
}
