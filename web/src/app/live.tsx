import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  albumKeys,
  clientKeys,
  commentKeys,
  conventionKeys,
  ddpKeys,
  fileKeys,
  invoiceKeys,
  metadataKeys,
  notificationKeys,
  personKeys,
  projectKeys,
  quoteKeys,
  reminderKeys,
  stagingKeys,
  studioKeys,
} from '../api/keys';
import { useSession } from '../api/session';
import type { LiveEvent } from '../lib/live/hub';
import { listen } from '../lib/live/listen';
import type { LiveTopic } from '../lib/words';

const ofProject =
  (keys: (projectId: string) => QueryKey[]) =>
  ({ projectId }: LiveEvent) =>
    projectId ? keys(projectId) : [];

/** Queries to invalidate per topic. */
const topics: Record<LiveTopic, (event: LiveEvent) => QueryKey[]> = {
  projects: ofProject((projectId) => [...projectKeys(projectId), ...fileKeys(projectId)]),
  activity: ofProject(projectKeys),
  album: ofProject((projectId) => [...albumKeys(projectId), ...ddpKeys(projectId)]),
  // Its checks compare the sheet with the tags of files.
  metadata: ofProject((projectId) => [...metadataKeys(projectId), ...albumKeys(projectId), ...ddpKeys(projectId)]),
  tracks: ofProject((projectId) => [...stagingKeys(projectId), ...metadataKeys(projectId)]),
  staging: ofProject((projectId) => [
    ...stagingKeys(projectId),
    ...conventionKeys(),
    ...metadataKeys(projectId),
    ...ddpKeys(projectId),
  ]),
  conventions: conventionKeys,
  files: ofProject((projectId) => [
    ...fileKeys(projectId),
    ...projectKeys(projectId),
    ...metadataKeys(projectId),
    ...ddpKeys(projectId),
  ]),
  quotes: ofProject((projectId) => [...quoteKeys(projectId), ...projectKeys(projectId)]),
  comments: ofProject(commentKeys),
  invoices: ({ id }) => (id ? reminderKeys(id) : invoiceKeys()),
  reminders: ({ id }) => (id ? reminderKeys(id) : []),
  notifications: notificationKeys,
  clients: clientKeys,
  studio: () => [...studioKeys(), [{ _id: 'albumGet' }]],
  people: ({ id }) => (id ? personKeys(id) : []),
  // The server ends streams of sessions that have ended; the next request leads to the sign-in page.
  session: () => [],
};

const queriesOf = (event: LiveEvent): QueryKey[] =>
  (topics as Partial<Record<string, (event: LiveEvent) => QueryKey[]>>)[event.topic]?.(event) ?? [];

/** The first event after a pause refreshes almost at once. */
const AT_ONCE_MS = 20;
/** Later events, such as the analysis of a batch, are collected and refresh together at this interval. */
const GATHER_MS = 400;

/** A hidden tab reads again what it shows when it is shown, so that many tabs leave the connections to those in sight. */
const refetchType = () => (document.hidden ? 'none' : 'active');

function gatherer(client: QueryClient) {
  const stale = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshed = -GATHER_MS;
  function refresh() {
    timer = undefined;
    refreshed = performance.now();
    const keys = [...stale.values()];
    stale.clear();
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, refetchType: refetchType() });
  }
  return {
    add(event: LiveEvent) {
      for (const key of queriesOf(event)) stale.set(JSON.stringify(key), key);
      timer ??= setTimeout(refresh, Math.max(AT_ONCE_MS, refreshed + GATHER_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * The server sends again what has changed in the last seconds before a stream was opened. Queries are refreshed when
 * opening the first one took longer than this.
 */
const SLOW_OPENING_MS = 1_000;

/** Keeps the screen up to date while a person is signed in, and refreshes everything once after an interruption. */
export function LiveUpdates() {
  const client = useQueryClient();
  const { id: userId } = useSession().user;
  useEffect(() => {
    const stale = gatherer(client);
    const startedAt = performance.now();
    let current: number | null = null;
    let interrupted = false;
    const opened = (stream: number) => {
      if (stream === current) return;
      if (interrupted || current !== null) void client.invalidateQueries({ refetchType: refetchType() });
      // On a slow line, the first queries are still on their way and must not begin again.
      else if (performance.now() - startedAt > SLOW_OPENING_MS)
        void client.invalidateQueries({ refetchType: refetchType() }, { cancelRefetch: false });
      current = stream;
      interrupted = false;
    };
    const stop = listen(userId, {
      hear: (message) => {
        if ('event' in message) return stale.add(message.event);
        if (message.stream === null) return;
        opened(message.stream);
        // Another person has signed in, in another tab.
        if (message.userId !== null && message.userId !== userId && !document.hidden) void client.resetQueries();
      },
      interrupted: () => (interrupted = true),
    });
    return () => {
      stop();
      stale.stop();
    };
  }, [client, userId]);
  return null;
}
