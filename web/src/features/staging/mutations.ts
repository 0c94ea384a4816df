import { useMutation, useMutationState } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { stagingAnalyseMutation, stagingAssign, stagingListQueryKey, stagingUnassign } from '../../api';
import { stagingKeys } from '../../api/keys';
import { messageOf } from '../../lib/error';
import { toast } from '../../ui/toast';
import type { Step } from './steps';

const placeKey = (projectId: string) => ['staging', projectId, 'place'];

interface Placing {
  steps: Step[];
  failure: { title: string; message: string };
}

/**
 * Takes steps one after the other, and batches of steps in the order in which they were asked for.
 * What fails is said, the rest stays done. Until the list shows the result, `useStepsUnderWay` does.
 */
export function usePlace(projectId: string) {
  return useMutation({
    mutationKey: placeKey(projectId),
    scope: { id: placeKey(projectId).join(' ') },
    mutationFn: async ({ steps, failure }: Placing) => {
      const failures = new Set<string>();
      let done = 0;
      for (const { fileId, target } of steps) {
        const path = { projectId, fileId };
        try {
          if (target) await stagingAssign({ path, body: target, throwOnError: true });
          else await stagingUnassign({ path, throwOnError: true });
          done += 1;
        } catch (error) {
          failures.add(messageOf(error, failure.message));
        }
      }
      if (failures.size > 0) toast.error(failure.title, [...failures].join(' '));
      return done;
    },
    meta: { invalidates: stagingKeys(projectId) },
  });
}

/** The steps that were asked for and that the list does not show yet, in their order. */
export function useStepsUnderWay(projectId: string): Step[] {
  const batches = useMutationState({
    filters: { mutationKey: placeKey(projectId), status: 'pending' },
    select: ({ state }) => (state.variables as Placing).steps,
  });
  return useMemo(() => batches.flat(), [batches]);
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
  return useCallback((fileId: string) => mutate({ path: { projectId, fileId } }), [mutate, projectId]);
}
