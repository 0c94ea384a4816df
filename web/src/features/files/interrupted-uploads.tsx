import { useMutation, useQuery } from '@tanstack/react-query';
import { filesCancelUpload, filesUnfinished, filesUnfinishedQueryKey, type UnfinishedUpload } from '../../api';
import { isUploading } from '../../lib/uploads/cross-tab';
import type { UploadSnapshot } from '../../lib/uploads/upload-types';
import { fileTypes } from '../../lib/words';
import { InterruptedUploads } from '../../ui/interrupted-uploads';
import { fileUploadsChannel } from './uploads';

async function leftBehind(projectId: string, signal: AbortSignal): Promise<UnfinishedUpload[]> {
  if (await isUploading(fileUploadsChannel(projectId))) return [];
  const { data } = await filesUnfinished({ path: { projectId }, signal, throwOnError: true });
  return data.data.uploads;
}

interface InterruptedFilesProps extends Pick<UploadSnapshot, 'uploads' | 'active'> {
  projectId: string;
}

/** Renders nothing while any tab is uploading. */
export function InterruptedFiles({ projectId, uploads, active }: InterruptedFilesProps) {
  const queryKey = filesUnfinishedQueryKey({ path: { projectId } });
  const { data = [] } = useQuery({
    queryKey: [...queryKey, 'left behind'],
    queryFn: ({ signal }) => leftBehind(projectId, signal),
    enabled: !active,
    staleTime: 0,
  });
  const discard = useMutation({
    mutationFn: async (ids: string[]) => {
      for (const id of ids) await filesCancelUpload({ path: { id }, throwOnError: true });
    },
    meta: { invalidates: [queryKey], failure: { title: 'Error', message: 'Failed to discard the uploads' } },
  });
  if (active) return null;
  const listed = new Set(uploads.map(({ key }) => key));
  const left = data.filter(({ fileId }) => !listed.has(fileId));
  const kinds = new Set(left.map(({ fileType }) => fileType));
  const [kind] = kinds;
  const ofMasters = !kinds.has('upload');
  return (
    <InterruptedUploads
      left={left.map(({ fileId, originalName, fileType, sizeBytes }) => ({
        key: fileId,
        name: kinds.size > 1 ? `${originalName} (${fileTypes[fileType].label})` : originalName,
        sizeBytes,
      }))}
      as={kind && ofMasters ? ` as ${kinds.size > 1 ? 'the same kind' : fileTypes[kind].label}` : ''}
      discarding={discard.isPending}
      onDiscard={() => discard.mutate(left.map(({ fileId }) => fileId))}
    />
  );
}
