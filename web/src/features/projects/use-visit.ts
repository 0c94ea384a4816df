import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { overviewGetQueryKey, projectsVisitMutation } from '../../api';

/** Says that the project's timeline was seen: when it opens, and as it was when it closes. */
export function useVisit(projectId: string): void {
  const { mutate } = useMutation({ ...projectsVisitMutation(), meta: { invalidates: [overviewGetQueryKey()] } });
  useEffect(() => {
    mutate({ path: { id: projectId } });
    return () => mutate({ path: { id: projectId } });
  }, [mutate, projectId]);
}
