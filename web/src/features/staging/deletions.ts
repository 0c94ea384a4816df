import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { stagingDelete } from '../../api';
import { stagingKeys } from '../../api/keys';
import { messageOf } from '../../lib/error';
import { toast } from '../../ui/toast';
import { PendingDeletes } from './pending-deletes';

/** One a project, outside the screens: what is being deleted stays hidden when one comes back to them. */
const projects = new Map<string, PendingDeletes>();

async function send(projectId: string, ids: string[], client: QueryClient): Promise<void> {
  const failures = new Set<string>();
  for (const fileId of ids) {
    try {
      await stagingDelete({ path: { projectId, fileId }, throwOnError: true });
    } catch (error) {
      failures.add(messageOf(error, 'Failed to delete file'));
    }
  }
  if (failures.size > 0) toast.error('Delete Failed', [...failures].join(' '));
  await Promise.all(stagingKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** A closing page waits for no answer; the browser sends these after it. */
function sendAfterClosing(projectId: string, ids: string[]): void {
  for (const id of ids) {
    void fetch(`/api/staging/projects/${projectId}/files/${id}`, { method: 'DELETE', keepalive: true });
  }
}

function deletesOf(projectId: string, client: QueryClient): PendingDeletes {
  const known = projects.get(projectId);
  if (known) return known;
  const created = new PendingDeletes((ids) => send(projectId, ids, client));
  projects.set(projectId, created);
  return created;
}

/** Deletions that can be undone for a while; leaving the screen or the page ends the while. */
export function useDeletions(projectId: string) {
  const deletes = deletesOf(projectId, useQueryClient());
  const snapshot = useSyncExternalStore(deletes.subscribe, deletes.getSnapshot);
  useEffect(() => {
    const close = () => sendAfterClosing(projectId, deletes.take());
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      void deletes.commit();
    };
  }, [deletes, projectId]);
  return { ...snapshot, deletes };
}
