import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { overviewGetQueryKey, projectsVisitMutation, waitingGetQueryKey } from '../../api';

/** Says that what is new in the project was seen, if it was: when the screen opens, and as it was when it closes. */
export function useVisit(projectId: string, seen: boolean): void {
  const { mutate } = useMutation({
    ...projectsVisitMutation(),
    meta: { invalidates: [overviewGetQueryKey(), waitingGetQueryKey()] },
  });
  useEffect(() => {
    if (!seen) return;
    mutate({ path: { id: projectId } });
    return () => mutate({ path: { id: projectId } });
  }, [mutate, projectId, seen]);
}
