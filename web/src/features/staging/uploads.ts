import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type StagingFile, stagingListQueryKey, uploadsUnfinishedQueryKey } from '../../api';
import { holdPage } from '../../lib/hold-page';
import { Line } from '../../lib/uploads/line';
import { sendingTeller } from '../../lib/uploads/sending-elsewhere';
import { underWay } from '../../lib/uploads/under-way';
import { UploadQueue } from '../../lib/uploads/upload-queue';
import type { Upload, UploadSnapshot } from '../../lib/uploads/upload-types';
import { isBusy } from './rows';
import { type StagingPermission, stagingTransport } from './transport';

interface ProjectUploads {
  queue: UploadQueue<StagingPermission>;
  /** Registered since the last report. */
  unreported: Set<string>;
  /** Failures that were reported and are still there. */
  told: Set<number>;
}

const line = browserLine();

function browserLine(): Line {
  const watched = new Line();
  if (typeof window === 'undefined') return watched;
  window.addEventListener('offline', () => watched.lose());
  window.addEventListener('online', () => watched.restore());
  return watched;
}

/** One queue a project, outside the screens, so that going to another tab stops no transfer. */
const projects = new Map<string, ProjectUploads>();

function uploadsOf(projectId: string, client: QueryClient): ProjectUploads {
  const known = projects.get(projectId);
  if (known) return known;
  const unreported = new Set<string>();
  const path = { projectId };
  const refreshUnfinished = () => void client.invalidateQueries({ queryKey: uploadsUnfinishedQueryKey({ path }) });
  const transport = stagingTransport(projectId, (ids) => ids.forEach((id) => unreported.add(id)));
  const queue = new UploadQueue(
    { ...transport, cancel: (permissions) => transport.cancel(permissions).finally(refreshUnfinished) },
    { line, onRegistered: () => void client.invalidateQueries({ queryKey: stagingListQueryKey({ path }) }) },
  );
  const created = { queue, unreported, told: new Set<number>() };
  projects.set(projectId, created);
  underWay.watch(`/app/projects/${projectId}?tab=staging`, queue);
  const tellOthers = sendingTeller(projectId);
  queue.subscribe(() => tellOthers(queue.getSnapshot().active));
  queue.subscribe(() => holdPage(`uploads ${projectId}`, queue.getSnapshot().active));
  return created;
}

interface Uploads extends UploadSnapshot {
  queue: UploadQueue<StagingPermission>;
  /**
   * The number of files of the last batch once all of them are registered and analysed, then 0 until the next batch:
   * the moment to say so.
   */
  takeFinished: (files: StagingFile[]) => number;
  /** What has failed since the last call, once nothing is under way any more. */
  takeFailures: () => Upload[];
}

export function useUploads(projectId: string): Uploads {
  const { queue, unreported, told } = uploadsOf(projectId, useQueryClient());
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
    const fresh = failed.filter(({ id }) => !told.has(id));
    told.clear();
    failed.forEach(({ id }) => told.add(id));
    return fresh;
  };
  return { ...snapshot, queue, takeFinished, takeFailures };
}
