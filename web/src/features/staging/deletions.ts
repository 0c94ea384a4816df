import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { stagingDeleteMany } from '../../api';
import { messageOf } from '../../api/error';
import { stagingKeys } from '../../api/keys';
import { toast } from '../../ui/toast';
import { PendingDeletes } from './pending-deletes';

/** One per project, kept outside components so that deleted files stay hidden after leaving the page. */
const projects = new Map<string, PendingDeletes>();

async function send(projectId: string, stagingFileIds: string[], client: QueryClient): Promise<void> {
  try {
    await stagingDeleteMany({ path: { projectId }, body: { stagingFileIds }, throwOnError: true });
  } catch (error) {
    toast.error('Delete Failed', messageOf(error, 'Failed to delete file'));
  }
  await Promise.all(stagingKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * A closing page cannot wait for replies. One keepalive call is sent after it; the browser would drop some of hundreds.
 */
function sendAfterClosing(projectId: string, stagingFileIds: string[]): void {
  if (stagingFileIds.length > 0)
    void stagingDeleteMany({ path: { projectId }, body: { stagingFileIds }, keepalive: true });
}

function deletesOf(projectId: string, client: QueryClient): PendingDeletes {
  const known = projects.get(projectId);
  if (known) return known;
  const created = new PendingDeletes((ids) => send(projectId, ids, client));
  projects.set(projectId, created);
  return created;
}

/** Deletions that can be undone for a while; leaving the screen or the page sends them. */
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
