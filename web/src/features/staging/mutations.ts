import { useMutation, useMutationState } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  stagingAnalyseAllMutation,
  stagingAnalyseMutation,
  stagingAssign,
  stagingListQueryKey,
  stagingUnassign,
} from '../../api';
import { fileKeys, stagingKeys } from '../../api/keys';
import { messageOf } from '../../lib/error';
import { plural } from '../../lib/format';
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

const ANALYSIS_FAILED = { title: 'Error', message: 'Failed to start the analysis' };

/** Reads a file's sound once more. */
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

/** Reads many sounds of the project once more, those in Files too. */
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
