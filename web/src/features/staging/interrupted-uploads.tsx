import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type StagingUnfinishedUpload,
  uploadsCancelMutation,
  uploadsUnfinished,
  uploadsUnfinishedQueryKey,
} from '../../api';
import { isUploading } from '../../lib/uploads/cross-tab';
import type { UploadSnapshot } from '../../lib/uploads/upload-types';
import { InterruptedUploads } from '../../ui/interrupted-uploads';

async function leftBehind(projectId: string, signal: AbortSignal): Promise<StagingUnfinishedUpload[]> {
  if (await isUploading(projectId)) return [];
  const { data } = await uploadsUnfinished({ path: { projectId }, signal, throwOnError: true });
  return data.data.uploads;
}

interface InterruptedStagingProps extends Pick<UploadSnapshot, 'uploads' | 'active'> {
  projectId: string;
}

/** Renders nothing while any tab is uploading. */
export function InterruptedStaging({ projectId, uploads, active }: InterruptedStagingProps) {
  const queryKey = uploadsUnfinishedQueryKey({ path: { projectId } });
  const { data = [] } = useQuery({
    queryKey: [...queryKey, 'left behind'],
    queryFn: ({ signal }) => leftBehind(projectId, signal),
    enabled: !active,
    staleTime: 0,
  });
  const discard = useMutation({
    ...uploadsCancelMutation(),
    meta: { invalidates: [queryKey], failure: { title: 'Error', message: 'Failed to discard the uploads' } },
  });
  const listed = new Set(uploads.map(({ name, folder, sizeBytes }) => JSON.stringify([name, folder, sizeBytes])));
  const left = data.filter(
    ({ originalName, folder, sizeBytes }) => !listed.has(JSON.stringify([originalName, folder, sizeBytes])),
  );
  if (active) return null;
  return (
    <InterruptedUploads
      left={left.map(({ r2Key, originalName, folder, sizeBytes }) => ({
        key: r2Key,
        name: folder ? `${folder}/${originalName}` : originalName,
        sizeBytes,
      }))}
      discarding={discard.isPending}
      onDiscard={() => discard.mutate({ path: { projectId }, body: { r2Keys: left.map(({ r2Key }) => r2Key) } })}
    />
  );
}
