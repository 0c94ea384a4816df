import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { overviewGetQueryKey, projectsVisitMutation, waitingGetQueryKey } from '../../api';
import { onceVisible } from '../../lib/looked-at';

/** Records that the person sees the project (if `seen`), not in a tab in the background, and again when the screen closes. */
export function useVisit(projectId: string, seen: boolean): void {
  const { mutate } = useMutation({
    ...projectsVisitMutation(),
    meta: { invalidates: [overviewGetQueryKey(), waitingGetQueryKey()] },
  });
  useEffect(() => {
    if (!seen) return;
    let isOpened = false;
    const end = onceVisible(() => {
      isOpened = true;
      mutate({ path: { id: projectId } });
    });
    return () => {
      end();
      if (isOpened) mutate({ path: { id: projectId } });
    };
  }, [mutate, projectId, seen]);
}
