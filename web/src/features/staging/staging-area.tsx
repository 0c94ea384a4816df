import { Alert, Button, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconInbox, IconInfoCircle, IconRefresh, IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type StagingFile, stagingListOptions, tracksListOptions } from '../../api';
import { useSession } from '../../api/session';
import { plural } from '../../lib/format';
import { Failure } from '../../ui/failure';
import { HistoryButtons } from '../../ui/history-buttons';
import { SectionHeader } from '../../ui/section-header';
import { toast } from '../../ui/toast';
import { DropZone } from './drop-zone';
import { InterruptedUploads } from './interrupted-uploads';
import { useSaving } from './mutations';
import { isBusy } from './rows';
import { StagingRows } from './staging-rows';
import { UploadList } from './upload-list';
import { useUploads } from './uploads';
import { useStaging } from './use-staging';

/** Where live updates do not reach, a running analysis is asked after. */
const ANALYSIS_POLL_MS = 5000;

function summaryOf(files: StagingFile[]): string {
  const count = (status: string) => files.filter((file) => file.status === status).length;
  const staged = files.length - count('released');
  return `${plural(staged, 'file')} in staging: ${count('pending')} pending, ${count('assigned')} assigned`;
}

function AutoAssign({ files, onStart }: { files: StagingFile[]; onStart: () => Promise<void> }) {
  const [running, setRunning] = useState(false);
  if (!files.some(({ status }) => status === 'pending')) return null;
  async function start() {
    setRunning(true);
    await onStart();
    setRunning(false);
  }
  return (
    <Button leftSection={<IconWand size={16} aria-hidden />} loading={running} onClick={() => void start()}>
      Auto-Assign
    </Button>
  );
}

/** Drop master files, see what they are and where they belong, put them there. `tools` stand with its own actions. */
export function StagingArea({ projectId, tools }: { projectId: string; tools?: ReactNode }) {
  const { limits } = useSession();
  const uploads = useUploads(projectId);
  const area = useRef<HTMLDivElement>(null);
  const [refreshing, setRefreshing] = useState(false);
  const staged = useQuery({
    ...stagingListOptions({ path: { projectId } }),
    refetchInterval: ({ state }) => (state.data?.data.stagingFiles.some(isBusy) ? ANALYSIS_POLL_MS : false),
  });
  const tracks = useQuery(tracksListOptions({ path: { projectId } }));
  const listed = useMemo(() => staged.data?.data.stagingFiles ?? [], [staged.data]);
  const trackEntries = useMemo(() => tracks.data?.data.tracks ?? [], [tracks.data]);
  const { files, entries, rows, actions, history } = useStaging(projectId, listed, trackEntries);
  const saving = useSaving(projectId);

  useEffect(() => {
    const count = uploads.takeFinished(listed);
    if (count > 0) toast.success('Upload Successful', `${plural(count, 'file')} uploaded and analyzed`);
    const [first, ...others] = uploads.takeFailures();
    if (first)
      toast.error('Upload Failed', others.length === 0 ? `${first.name}: ${first.error}` : 'Failed to upload files');
  });

  async function refresh() {
    setRefreshing(true);
    await Promise.all([staged.refetch(), tracks.refetch()]);
    setRefreshing(false);
  }

  return (
    <Stack ref={area} tabIndex={-1} gap="md" component="section" aria-labelledby="staging-area">
      <SectionHeader
        id="staging-area"
        title="Staging Area"
        subtitle="Upload and organize master files before releasing to client"
      >
        <Text size="sm" c="dimmed" role="status">
          {saving && 'Saving…'}
        </Text>
        <HistoryButtons history={history} onUndo={() => actions.undo()} onRedo={() => actions.redo()} />
        <AutoAssign files={files} onStart={actions.autoAssign} />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={refreshing}
          onClick={() => void refresh()}
        >
          Refresh
        </Button>
        {tools}
      </SectionHeader>
      <DropZone maxBytes={limits.maxStagingBytes} onFiles={(sources) => uploads.queue.add(sources)} />
      <InterruptedUploads projectId={projectId} uploads={uploads.uploads} active={uploads.active} />
      <UploadList {...uploads} />
      {staged.isPending && <TableSkeleton />}
      {staged.isError && (
        <Failure title="Failed to load staging files" error={staged.error} onRetry={() => void staged.refetch()} />
      )}
      {staged.isSuccess && files.length === 0 && !uploads.active && (
        <EmptyState
          py="lg"
          icon={<IconInbox stroke={1.5} aria-hidden />}
          description="No files in staging. Upload files to get started."
        />
      )}
      {files.length > 0 && (
        <>
          <Alert variant="light" color="blue" p="xs" icon={<IconInfoCircle aria-hidden />}>
            {summaryOf(files)}
          </Alert>
          <StagingRows {...{ projectId, files, entries, rows, actions }} onEmptied={() => area.current?.focus()} />
        </>
      )}
    </Stack>
  );
}

function TableSkeleton() {
  return (
    <Stack gap={8} role="status" aria-label="Loading files">
      {[0, 1, 2, 3].map((row) => (
        <Group key={row} h={36} wrap="nowrap">
          <Skeleton w={95} h={24} visibleFrom="lg" />
          <Skeleton h={14} flex={1} />
          <Skeleton w={180} h={14} />
          <Skeleton w={72} h={18} visibleFrom="md" />
        </Group>
      ))}
    </Stack>
  );
}
