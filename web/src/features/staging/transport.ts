import {
  type StagingFile,
  type StagingPartsPermission,
  type StagingUploadPermission,
  uploadsCancel,
  uploadsParts,
  uploadsPermit,
  uploadsRegister,
} from '../../api';
import { readHeaders } from '../../lib/headers/read-headers';
import { putBytes } from '../../lib/uploads/put-bytes';
import { request, RequestRefusedError } from '../../lib/uploads/request';
import { sendParts } from '../../lib/uploads/send-parts';
import type { UploadRefusal, UploadSource, UploadTransport } from '../../lib/uploads/upload-types';

export type StagingPermission = StagingUploadPermission | StagingPartsPermission;

const CANCEL_BATCH = 500;
/** Files that are sent again wait at most this long for their cancelled uploads to be removed. */
const CANCEL_MS = 30_000;

/** Uploads staged files to signed addresses, large ones in parts, and registers them with the project. */
export function stagingTransport(
  projectId: string,
  onAnnounced: (incoming: StagingFile[]) => void,
  onRegistered: (stagingFileIds: string[]) => void,
): UploadTransport<StagingPermission> {
  const path = { projectId };
  return {
    permissions: async (sources) => {
      const readings = await readHeaders(sources.map(({ file }) => file));
      const files = sources.map(({ file, folder, hasTwin }, index) => ({
        originalName: file.name,
        sizeBytes: file.size,
        contentType: file.type,
        folder,
        lastModified: hasTwin ? null : file.lastModified,
        header: readings[index]?.header ?? null,
      }));
      const refusals = new Map(files.map((file, index) => [file, readings[index]?.refusal ?? null]));
      const genuine = files.filter((file) => refusals.get(file) === null);
      const refused = (file: (typeof files)[number]) => ({ error: `${file.originalName} ${refusals.get(file)}` });
      if (genuine.length === 0) return files.map(refused);
      const body = { files: genuine, resumable: true };
      const reply = await request(uploadsPermit({ path, body, throwOnError: true }));
      const { uploads, incoming } = reply.data.data;
      onAnnounced(incoming);
      const answers = new Map(genuine.map((file, index) => [file, uploads[index]]));
      return files.map((file) => answers.get(file) ?? refused(file));
    },
    send: async (permission, file, onProgress, signal) => {
      if ('uploadUrl' in permission) return putBytes(permission, file, file, (bytes) => onProgress(bytes, 0), signal);
      if (permission.sentBytes === file.size) return onProgress(file.size, file.size);
      const body = { r2Key: permission.r2Key };
      const missing = () => request(uploadsParts({ path, body, signal, throwOnError: true }), 'renew');
      await sendParts(async () => (await missing()).data.data, file, onProgress, signal);
    },
    register: async (stored) => {
      const files = stored.map(({ permission, source }) => registration(permission, source));
      try {
        const { data } = (await request(uploadsRegister({ path, body: { files }, throwOnError: true }))).data;
        onRegistered(data.stagingFiles.map(({ id }) => id));
        return refusalsOf(files, data.rejected);
      } catch (error) {
        const rejected = rejectedIn(error);
        if (!rejected) throw error;
        return refusalsOf(files, rejected);
      }
    },
    keyOf: ({ r2Key }) => r2Key,
    cancel: async (permissions) => {
      const r2Keys = permissions.map(({ r2Key }) => r2Key);
      for (let from = 0; from < r2Keys.length; from += CANCEL_BATCH) {
        const body = { r2Keys: r2Keys.slice(from, from + CANCEL_BATCH) };
        await uploadsCancel({ path, body, signal: AbortSignal.timeout(CANCEL_MS), throwOnError: true });
      }
    },
  };
}

interface RejectedFile {
  r2Key: string;
  code: string;
  message: string;
}

function registration({ fileName, r2Key }: StagingPermission, { file }: UploadSource) {
  return { fileName, originalName: file.name, r2Key, sizeBytes: file.size };
}

function refusalsOf(files: { r2Key: string }[], rejected: RejectedFile[]): (UploadRefusal | null)[] {
  const reasons = new Map(rejected.map((reason) => [reason.r2Key, reason]));
  return files.map(({ r2Key }) => {
    const reason = reasons.get(r2Key);
    return reason ? { error: reason.message, canRetry: reason.code === 'not_uploaded' } : null;
  });
}

/** A 422 reply means that every file was rejected; its details list the reasons. */
function rejectedIn(error: unknown): RejectedFile[] | null {
  if (!(error instanceof RequestRefusedError)) return null;
  const { rejected } = (error.details ?? {}) as { rejected?: RejectedFile[] };
  return Array.isArray(rejected) ? rejected : null;
}
