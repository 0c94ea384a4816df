import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  clientKeys,
  commentKeys,
  conventionKeys,
  fileKeys,
  invoiceKeys,
  notificationKeys,
  personKeys,
  projectKeys,
  quoteKeys,
  reminderKeys,
  stagingKeys,
  studioKeys,
} from '../api/keys';

interface LiveEvent {
  topic: string;
  id?: string;
  projectId?: string;
}

const ofProject =
  (keys: (projectId: string) => QueryKey[]) =>
  ({ projectId }: LiveEvent) =>
    projectId ? keys(projectId) : [];

/** Which queries a topic makes stale. */
const topics: Record<string, (event: LiveEvent) => QueryKey[]> = {
  projects: ofProject((projectId) => [...projectKeys(projectId), ...fileKeys(projectId)]),
  activity: ofProject(projectKeys),
  tracks: ofProject(stagingKeys),
  staging: ofProject((projectId) => [...stagingKeys(projectId), ...conventionKeys()]),
  conventions: conventionKeys,
  files: ofProject((projectId) => [...fileKeys(projectId), ...projectKeys(projectId)]),
  quotes: ofProject((projectId) => [...quoteKeys(projectId), ...projectKeys(projectId)]),
  comments: ofProject(commentKeys),
  invoices: ({ id }) => (id ? reminderKeys(id) : invoiceKeys()),
  reminders: ({ id }) => (id ? reminderKeys(id) : []),
  notifications: notificationKeys,
  clients: clientKeys,
  studio: studioKeys,
  people: ({ id }) => (id ? personKeys(id) : []),
};

/** The first event after a while refreshes almost at once … */
const AT_ONCE_MS = 20;
/** … and those that follow (a batch being analysed) refresh together, so far apart at least. */
const GATHER_MS = 400;

function gatherer(client: QueryClient) {
  const stale = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshed = -GATHER_MS;
  function refresh() {
    timer = undefined;
    refreshed = performance.now();
    const keys = [...stale.values()];
    stale.clear();
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  }
  return {
    add(event: LiveEvent) {
      for (const key of topics[event.topic]?.(event) ?? []) stale.set(JSON.stringify(key), key);
      timer ??= setTimeout(refresh, Math.max(AT_ONCE_MS, refreshed + GATHER_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Keeps what is on screen current while somebody is signed in. The browser reconnects by itself;
 * what was missed meanwhile is caught up by refreshing everything once.
 */
export function LiveUpdates() {
  const client = useQueryClient();
  useEffect(() => {
    const source = new EventSource('/api/events');
    const stale = gatherer(client);
    let interrupted = false;
    source.onmessage = ({ data }: MessageEvent<string>) => stale.add(JSON.parse(data) as LiveEvent);
    source.onerror = () => (interrupted = true);
    source.onopen = () => {
      if (interrupted) void client.invalidateQueries();
      interrupted = false;
    };
    return () => {
      source.close();
      stale.stop();
    };
  }, [client]);
  return null;
}
