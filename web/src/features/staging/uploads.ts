import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import {
  stagingAssignMany,
  type StagingFile,
  stagingListOptions,
  stagingListQueryKey,
  type StagingListResponse,
  uploadsCancel,
  uploadsUnfinishedQueryKey,
} from '../../api';
import { messageOf } from '../../api/error';
import { stagingKeys } from '../../api/keys';
import { openChannel } from '../../lib/channel';
import { warnBeforeUnload } from '../../lib/forms/warn-before-unload';
import { activeUploads } from '../../lib/uploads/active-uploads';
import { browserConnection } from '../../lib/uploads/browser-connection';
import { announceUploads, inLane } from '../../lib/uploads/cross-tab';
import { UploadQueue } from '../../lib/uploads/upload-queue';
import { isRefusal, type Upload, type UploadSnapshot, type UploadSource } from '../../lib/uploads/upload-types';
import type { SlotType } from '../../lib/words';
import { toast } from '../../ui/toast';
import { joined } from './assignments';
import { isBusy } from './rows';
import { type StagingPermission, stagingTransport } from './transport';

/** A file, with the slot that it was dropped onto. */
interface StagedSource extends UploadSource {
  slot?: { trackId: string; slotType: SlotType };
}

type StagingQueue = UploadQueue<StagingPermission, StagedSource>;

interface ProjectUploads {
  queue: StagingQueue;
  /** Files registered since the last report. */
  unreported: Set<string>;
  /** Reported failures that are still listed. */
  reported: Set<number>;
}

/** One queue per project, kept outside components so that leaving the page does not stop uploads. */
const projects = new Map<string, ProjectUploads>();

function uploadsOf(projectId: string, client: QueryClient): ProjectUploads {
  const known = projects.get(projectId);
  if (known) return known;
  const unreported = new Set<string>();
  const path = { projectId };
  const refreshList = () => void client.invalidateQueries({ queryKey: stagingListQueryKey({ path }) });
  const refresh = () => {
    refreshList();
    void client.invalidateQueries({ queryKey: uploadsUnfinishedQueryKey({ path }) });
  };
  // Show them before the list is refetched.
  const showIncoming = (incoming: StagingFile[]) =>
    client.setQueryData<StagingListResponse>(
      stagingListQueryKey({ path }),
      (known) => known && { ...known, data: { ...known.data, incoming: joined(known.data.incoming, incoming) } },
    );
  const transport = stagingTransport(projectId, showIncoming, (ids) => ids.forEach((id) => unreported.add(id)));
  const placed = new WeakSet<File>();
  const queue = new UploadQueue<StagingPermission, StagedSource>(
    {
      ...transport,
      permissions: async (sources) => {
        const answers = await transport.permissions(sources).finally(refreshList);
        // A permission that is renewed must not move the file again.
        const fresh = sources.map(({ file, slot }) => (placed.has(file) ? undefined : slot));
        for (const { file } of sources) placed.add(file);
        void intoSlots(projectId, fresh, answers, client);
        return answers;
      },
      cancel: (permissions) => transport.cancel(permissions).finally(refresh),
    },
    { connection: browserConnection, lane: inLane, onRegistered: refreshList },
  );
  const created = { queue, unreported, reported: new Set<number>() };
  projects.set(projectId, created);
  activeUploads.watch(`/app/projects/${projectId}?tab=staging`, queue);
  const tellOthers = announceUploads(projectId);
  queue.subscribe(() => tellOthers(queue.getSnapshot().active));
  queue.subscribe(() => warnBeforeUnload(`uploads ${projectId}`, queue.getSnapshot().active));
  return created;
}

/** Puts announced files into the slots that they were dropped onto. */
async function intoSlots(
  projectId: string,
  slots: StagedSource['slot'][],
  answers: (StagingPermission | { error: string })[],
  client: QueryClient,
): Promise<void> {
  const path = { projectId };
  const wanted = new Map(
    slots.flatMap((slot, index) => {
      const answer = answers[index];
      return slot && answer && !isRefusal(answer) ? [[answer.r2Key, slot] as const] : [];
    }),
  );
  if (wanted.size === 0) return;
  try {
    // A file that was staged before keeps its key, so it may be in either list.
    const { stagingFiles, incoming } = (await client.fetchQuery(stagingListOptions({ path }))).data;
    const assignments = [...stagingFiles, ...incoming].flatMap(({ id, r2Key }) => {
      const slot = wanted.get(r2Key);
      return slot ? [{ fileId: id, ...slot }] : [];
    });
    const { data } = (await stagingAssignMany({ path, body: { assignments }, throwOnError: true })).data;
    for (const { message } of data.rejected) toast.error('Assignment Failed', message);
  } catch (error) {
    toast.error('Assignment Failed', messageOf(error, 'Failed to assign file'));
  }
  await Promise.all(stagingKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Uploads files to a project's staging area, from any page. */
export function stage(projectId: string, sources: StagedSource[], client: QueryClient): void {
  uploadsOf(projectId, client).queue.add(sources);
}

interface Uploads extends UploadSnapshot {
  queue: StagingQueue;
  /**
   * Number of files in the last batch once all are registered and analysed, for a message; then 0 until the next batch.
   */
  takeFinished: (files: StagingFile[]) => number;
  /** Failures since the last call, once no upload is active. */
  takeFailures: () => Upload[];
}

export function useUploads(projectId: string): Uploads {
  const { queue, unreported, reported } = uploadsOf(projectId, useQueryClient());
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot);
  const takeFinished = (files: StagingFile[]) => {
    const busy = files.some((file) => unreported.has(file.id) && isBusy(file));
    if (snapshot.active || busy) return 0;
    const known = files.filter(({ id }) => unreported.has(id)).length;
    if (known > 0) unreported.clear();
    return known;
  };
  const takeFailures = () => {
    if (snapshot.active) return [];
    const failed = snapshot.uploads.filter(({ state }) => state === 'failed');
    const fresh = failed.filter(({ id }) => !reported.has(id));
    reported.clear();
    failed.forEach(({ id }) => reported.add(id));
    return fresh;
  };
  return { ...snapshot, queue, takeFinished, takeFailures };
}

/** This page's upload with that key; null if there is none. */
export function useUpload(projectId: string, key: string): Upload | null {
  const { queue } = uploadsOf(projectId, useQueryClient());
  const find = useCallback(
    () => queue.getSnapshot().uploads.find((upload) => upload.key === key) ?? null,
    [queue, key],
  );
  return useSyncExternalStore(queue.subscribe, find);
}

/** Notifies other tabs of this browser, which would keep sending cancelled files. */
const otherTabs = openChannel('forgotten uploads');
otherTabs?.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
  for (const { queue } of projects.values()) stop(queue, new Set(data));
});

function stop(queue: StagingQueue, keys: ReadonlySet<string>): void {
  for (const { key, id } of queue.getSnapshot().uploads) if (key !== null && keys.has(key)) queue.cancel(id);
}

/** Cancels incoming files, including those that another page is sending. */
export function giveUp(projectId: string, files: StagingFile[], client: QueryClient): void {
  const { queue } = uploadsOf(projectId, client);
  const own = new Set(queue.getSnapshot().uploads.map(({ key }) => key));
  const foreign = files.filter(({ r2Key }) => !own.has(r2Key));
  stop(queue, new Set(files.map(({ r2Key }) => r2Key)));
  if (foreign.length > 0) void forget(projectId, foreign, client);
}

async function forget(projectId: string, files: StagingFile[], client: QueryClient): Promise<void> {
  const path = { projectId };
  const r2Keys = files.map(({ r2Key }) => r2Key);
  otherTabs?.postMessage(r2Keys);
  try {
    await uploadsCancel({ path, body: { r2Keys }, throwOnError: true });
  } catch (error) {
    toast.error('Error', messageOf(error, 'Failed to discard the uploads'));
  }
  const keys = [stagingListQueryKey({ path }), uploadsUnfinishedQueryKey({ path })];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
