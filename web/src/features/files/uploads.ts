import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FileUploadPermission } from '../../api';
import { fileKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { warnBeforeUnload } from '../../lib/forms/warn-before-unload';
import { activeUploads } from '../../lib/uploads/active-uploads';
import { browserConnection } from '../../lib/uploads/browser-connection';
import { announceUploads, inLane } from '../../lib/uploads/cross-tab';
import { UploadQueue } from '../../lib/uploads/upload-queue';
import { toast } from '../../ui/toast';
import { type FileSource, fileTransport } from './transport';

/** Name used to tell other tabs of this browser that this one is uploading. */
export const fileUploadsChannel = (projectId: string): string => `files ${projectId}`;

type FileQueue = UploadQueue<FileUploadPermission, FileSource>;

/** One queue per project, kept outside components so that leaving the page does not stop uploads. */
const projects = new Map<string, FileQueue>();

function queueOf(projectId: string, client: QueryClient): FileQueue {
  const known = projects.get(projectId);
  if (known) return known;
  const unreported = new Set<string>();
  const transport = fileTransport(projectId, (fileId) => unreported.add(fileId));
  const refresh = () => fileKeys(projectId).forEach((queryKey) => void client.invalidateQueries({ queryKey }));
  const queue: FileQueue = new UploadQueue(
    { ...transport, cancel: (permissions) => transport.cancel(permissions).finally(refresh) },
    { connection: browserConnection, lane: inLane, onRegistered: refresh },
  );
  const announce = announceUploads(fileUploadsChannel(projectId));
  queue.subscribe(() => announce(queue.getSnapshot().active));
  const reported = new Set<number>();
  queue.subscribe(() => {
    const { active, uploads } = queue.getSnapshot();
    warnBeforeUnload(fileUploadsChannel(projectId), active);
    if (active) return;
    if (unreported.size > 0) toast.success('Upload Successful', `${plural(unreported.size, 'file')} uploaded`);
    unreported.clear();
    const failed = uploads.filter(({ id, state }) => state === 'failed' && !reported.has(id));
    failed.forEach(({ id }) => reported.add(id));
    // The list of failures shows each file with its reason.
    if (failed.length > 0) toast.error('Error', 'Failed to upload file');
  });
  projects.set(projectId, queue);
  activeUploads.watch(`/app/projects/${projectId}?tab=files`, queue);
  return queue;
}

/** Uploads to a project's Files tab, and their queue. */
export function useFileUploads(projectId: string) {
  const queue = queueOf(projectId, useQueryClient());
  return { ...useSyncExternalStore(queue.subscribe, queue.getSnapshot), queue };
}
