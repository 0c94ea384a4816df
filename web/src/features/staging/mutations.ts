import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  stagingAnalyseMutation,
  stagingAssignMutation,
  stagingAssign,
  stagingListQueryKey,
  stagingDeleteMutation,
  stagingUnassignMutation,
  tracksListQueryKey,
  type StagingFile,
} from '../../api';
import { stagingKeys } from '../../api/keys';
import { messageOf } from '../../lib/error';
import type { SlotType } from '../../lib/slots';
import { toast } from '../../ui/toast';
import type { Placement } from './assignments';

/** Puts a file into a slot; the row changes at once and comes back if the server refuses. */
export function useAssign(projectId: string) {
  const client = useQueryClient();
  const key = stagingListQueryKey({ path: { projectId } });
  const { mutate } = useMutation({
    ...stagingAssignMutation(),
    meta: {
      invalidates: stagingKeys(projectId),
      failure: { title: 'Assignment Failed', message: 'Failed to assign file' },
    },
    onMutate: async ({ path, body }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<{ data: { stagingFiles: StagingFile[] } }>(key);
      const tracks = client.getQueryData<{ data: { tracks: { track: { id: string; trackNumber: number } }[] } }>(
        tracksListQueryKey({ path: { projectId } }),
      );
      const trackNumber = tracks?.data.tracks.find(({ track }) => track.id === body.trackId)?.track.trackNumber;
      if (before && trackNumber !== undefined) {
        const stagingFiles = before.data.stagingFiles.map((file) =>
          file.id === path.fileId
            ? { ...file, status: 'assigned' as const, assignment: { ...body, trackNumber } }
            : file,
        );
        client.setQueryData(key, { ...before, data: { stagingFiles } });
      }
      return { before };
    },
    onError: (_error, _variables, result) => {
      if (result?.before) client.setQueryData(key, result.before);
    },
  });
  return (fileId: string, target: { trackId: string; slotType: SlotType }) =>
    mutate({ path: { projectId, fileId }, body: { trackId: target.trackId, slotType: target.slotType } });
}

export function useUnassign(projectId: string) {
  const { mutate } = useMutation({
    ...stagingUnassignMutation(),
    meta: {
      invalidates: stagingKeys(projectId),
      failure: { title: 'Assignment Failed', message: 'Failed to take the file out of its slot' },
    },
  });
  return (fileId: string) => mutate({ path: { projectId, fileId } });
}

export function useDeleteStaged(projectId: string) {
  const { mutate } = useMutation({
    ...stagingDeleteMutation(),
    meta: {
      invalidates: stagingKeys(projectId),
      success: { title: 'File Deleted', message: 'Staging file removed' },
      failure: { title: 'Delete Failed', message: 'Failed to delete file' },
    },
  });
  return (fileId: string) => mutate({ path: { projectId, fileId } });
}

/** Reads a file's sound once more, after a failure. */
export function useAnalyseAgain(projectId: string) {
  const { mutate } = useMutation({
    ...stagingAnalyseMutation(),
    meta: {
      invalidates: [stagingListQueryKey({ path: { projectId } })],
      failure: { title: 'Error', message: 'Failed to start the analysis' },
    },
  });
  return (fileId: string) => mutate({ path: { projectId, fileId } });
}

/** One assign a file; what fails is counted and said, the rest stays assigned. */
export function useAutoAssign(projectId: string) {
  return useMutation({
    mutationFn: async (placements: Placement[]) => {
      const failures: string[] = [];
      for (const { fileId, trackId, slotType } of placements) {
        try {
          await stagingAssign({ path: { projectId, fileId }, body: { trackId, slotType }, throwOnError: true });
        } catch (error) {
          failures.push(messageOf(error, 'Failed to auto-assign files'));
        }
      }
      return { assigned: placements.length - failures.length, failures };
    },
    onSuccess: ({ assigned, failures }) => {
      if (failures.length > 0) toast.error('Auto-Assignment Failed', [...new Set(failures)].join(' '));
      if (assigned > 0) toast.success('Auto-Assignment Complete', 'High-confidence files have been assigned');
    },
    meta: {
      invalidates: stagingKeys(projectId),
      failure: { title: 'Auto-Assignment Failed', message: 'Failed to auto-assign files' },
    },
  });
}
