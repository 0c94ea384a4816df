import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { overviewGetQueryKey, projectsVisitMutation, waitingGetQueryKey } from '../../api';

/** Records that the person has opened the project (if `seen`), and again when the screen closes. */
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
