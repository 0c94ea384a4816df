import { useIsMutating, useMutation, useMutationState } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { stagingAnalyseAllMutation, stagingAnalyseMutation, stagingAssignMany, stagingListQueryKey } from '../../api';
import { messageOf } from '../../api/error';
import { fileKeys, stagingKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { toast } from '../../ui/toast';
import type { Step } from './steps';

const placeKey = (projectId: string) => ['staging', projectId, 'place'];

interface PlaceRequest {
  steps: Step[];
  failure: { title: string; message: string };
}

/** Limit of one API call. */
const CALL_LIMIT = 1000;

/**
 * Saves steps in one call and batches in the order they were requested; returns the steps that were saved. Failures
 * show a toast, the rest stays saved. `usePendingSteps` returns steps until the list shows their result.
 */
export function usePlace(projectId: string) {
  return useMutation({
    mutationKey: placeKey(projectId),
    scope: { id: placeKey(projectId).join(' ') },
    mutationFn: async ({ steps, failure }: PlaceRequest) => {
      const failures = new Set<string>();
      const taken: Step[] = [];
      for (let from = 0; from < steps.length; from += CALL_LIMIT) {
        const some = steps.slice(from, from + CALL_LIMIT);
        try {
          const body = { assignments: some.map(assignmentOf) };
          const { data } = (await stagingAssignMany({ path: { projectId }, body, throwOnError: true })).data;
          const rejected = new Set(data.rejected.map(({ fileId }) => fileId));
          for (const { message } of data.rejected) failures.add(message);
          taken.push(...some.filter(({ fileId }) => !rejected.has(fileId)));
        } catch (error) {
          failures.add(messageOf(error, failure.message));
        }
      }
      if (failures.size > 0) toast.error(failure.title, [...failures].join(' '));
      return taken;
    },
    meta: { invalidates: stagingKeys(projectId) },
  });
}

const assignmentOf = ({ fileId, target, onlyIfEmpty }: Step) => ({
  fileId,
  trackId: target?.trackId ?? null,
  slotType: target?.slotType ?? null,
  onlyIfEmpty,
});

/** Whether a placement is being saved. */
export const useSaving = (projectId: string): boolean => useIsMutating({ mutationKey: placeKey(projectId) }) > 0;

/** Requested steps that the list does not show yet, in order. */
export function usePendingSteps(projectId: string): Step[] {
  const batches = useMutationState({
    filters: { mutationKey: placeKey(projectId), status: 'pending' },
    select: ({ state }) => (state.variables as PlaceRequest).steps,
  });
  return useMemo(() => batches.flat(), [batches]);
}

const ANALYSIS_FAILED = { title: 'Error', message: 'Failed to start the analysis' };

/** Analyses one file again. */
export function useAnalyseAgain(projectId: string) {
  const { mutate } = useMutation({
    ...stagingAnalyseMutation(),
    meta: {
      invalidates: [stagingListQueryKey({ path: { projectId } })],
      failure: ANALYSIS_FAILED,
    },
  });
  return useCallback((fileId: string) => mutate({ path: { projectId, fileId } }), [mutate, projectId]);
}

/** Analyses many files of the project again, including those in Files. */
export function useAnalyseAll(projectId: string) {
  return useMutation({
    ...stagingAnalyseAllMutation(),
    onSuccess: ({ data: { queued } }) => {
      if (queued > 0) toast.success('Analysis Started', `${plural(queued, 'file')} will be analyzed again`);
      else toast.info('Nothing to analyze', 'These files are waiting for their analysis already.');
    },
    meta: {
      invalidates: [stagingListQueryKey({ path: { projectId } }), ...fileKeys(projectId)],
      failure: ANALYSIS_FAILED,
    },
  });
}
