import {
  type StagingPartsPermission,
  type StagingUploadPermission,
  uploadsCancel,
  uploadsParts,
  uploadsPermit,
  uploadsRegister,
} from '../../api';
import { ApiError, messageOf } from '../../lib/error';
import { readHeaders } from '../../lib/headers/read-headers';
import { putBytes } from '../../lib/uploads/put-bytes';
import {
  type Refused,
  type Remedy,
  TransferError,
  type UploadSource,
  type UploadTransport,
} from '../../lib/uploads/upload-types';

export type StagingPermission = StagingUploadPermission | StagingPartsPermission;

/** What a proxy answers while the portal restarts. */
const AWAY = [0, 502, 503, 504];
const CANCEL_BATCH = 500;
/** Files that are sent again wait so long, and no longer, for their cancelled uploads to be forgotten. */
const CANCEL_MS = 30_000;

/** Sends staged files to the addresses that the API signs, large ones in parts, and registers them with the project. */
export function stagingTransport(
  projectId: string,
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
      const sound = files.filter((_file, index) => readings[index]?.isAudio);
      if (sound.length === 0) return files.map(notAudio);
      const body = { files: sound, resumable: true };
      const reply = await asked(uploadsPermit({ path, body, throwOnError: true }));
      const answers = new Map(sound.map((file, index) => [file, reply.data.data.uploads[index]]));
      return files.map((file) => answers.get(file) ?? notAudio(file));
    },
    send: async (permission, file, onProgress, signal) => {
      if ('uploadUrl' in permission) return putBytes(permission, file, file, (bytes) => onProgress(bytes, 0), signal);
      if (permission.sentBytes === file.size) return onProgress(file.size, file.size);
      const body = { r2Key: permission.r2Key };
      for (;;) {
        const { data } = (await asked(uploadsParts({ path, body, signal, throwOnError: true }), 'renew')).data;
        let kept = data.sentBytes;
        onProgress(kept, kept);
        if (data.parts.length === 0) return;
        for (const part of data.parts) {
          const bytes = file.slice(part.offset, part.offset + part.sizeBytes);
          await putBytes(part, bytes, file, (sent) => onProgress(kept + sent, kept), signal);
          kept += part.sizeBytes;
          onProgress(kept, kept);
        }
      }
    },
    register: async (stored) => {
      const files = stored.map(({ permission, source }) => registration(permission, source));
      try {
        const { data } = (await asked(uploadsRegister({ path, body: { files }, throwOnError: true }))).data;
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

/** As the server says it of a file that has arrived. */
const notAudio = ({ originalName }: { originalName: string }) => ({
  error: `${originalName} does not contain the audio that its name promises`,
});

interface Rejected {
  r2Key: string;
  code: string;
  message: string;
}

function registration({ fileName, r2Key }: StagingPermission, { file }: UploadSource) {
  return { fileName, originalName: file.name, r2Key, sizeBytes: file.size };
}

function refusalsOf(files: { r2Key: string }[], rejected: Rejected[]): (Refused | null)[] {
  const reasons = new Map(rejected.map((reason) => [reason.r2Key, reason]));
  return files.map(({ r2Key }) => {
    const reason = reasons.get(r2Key);
    return reason ? { error: reason.message, canRetry: reason.code === 'not_uploaded' } : null;
  });
}

/** The answer 422 means that no file was good; its details name each. */
function rejectedIn(error: unknown): Rejected[] | null {
  if (!(error instanceof Refusal)) return null;
  const { rejected } = (error.details ?? {}) as { rejected?: Rejected[] };
  return Array.isArray(rejected) ? rejected : null;
}

class Refusal extends TransferError {
  constructor(
    message: string,
    remedy: Remedy,
    readonly details: unknown,
  ) {
    super(message, remedy);
  }
}

/** Marks what the API refuses for good, so that only broken connections and busy servers are asked again. */
async function asked<T>(call: Promise<T>, whenNotFound: Remedy = 'give_up'): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (AWAY.includes(error.status)) throw new TransferError(error.message, 'line');
    const { status, message, details } = error;
    if (status === 401) throw new Refusal(message, 'by_hand', details);
    if (status === 404) throw new Refusal(message, whenNotFound, details);
    if (status >= 400 && status < 500 && status !== 429) throw new Refusal(message, 'give_up', details);
    throw new TransferError(messageOf(error, 'Failed to upload files'), 'retry');
  }
}
