import {
  filesBegin,
  filesCancelUpload,
  filesComplete,
  filesMissingParts,
  type FileUploadPermission,
  type FileUploadRequest,
} from '../../api';
import { putBytes } from '../../lib/uploads/put-bytes';
import { request, RequestRefusedError } from '../../lib/uploads/request';
import { sendParts } from '../../lib/uploads/send-parts';
import type { UploadSource, UploadTransport } from '../../lib/uploads/upload-types';

/** A file with its role in the project. */
export interface FileSource extends UploadSource, Pick<FileUploadRequest, 'fileType' | 'parentFileId'> {}

const CANCEL_MS = 30_000;

/** Uploads originals and masters to signed addresses, large ones in parts. */
export function fileTransport(
  projectId: string,
  onCompleted: (fileId: string) => void,
): UploadTransport<FileUploadPermission, FileSource> {
  return {
    permissions: (sources) =>
      Promise.all(
        sources.map(({ file, fileType, parentFileId, hasTwin }) => {
          const body = {
            projectId,
            fileName: file.name,
            fileType,
            ...(parentFileId && { parentFileId }),
            sizeBytes: file.size,
            contentType: file.type,
            lastModified: hasTwin ? null : file.lastModified,
            resumable: true,
          };
          return orRefusal(async () => (await request(filesBegin({ body, throwOnError: true }))).data.data);
        }),
      ),
    send: async (permission, file, onProgress, signal) => {
      const { fileId: id, sentBytes } = permission;
      if (sentBytes === null) return putBytes(permission, file, file, (bytes) => onProgress(bytes, 0), signal);
      if (sentBytes === file.size) return onProgress(file.size, file.size);
      const missing = () => request(filesMissingParts({ path: { id }, signal, throwOnError: true }), 'renew');
      await sendParts(async () => (await missing()).data.data, file, onProgress, signal);
    },
    register: (stored) =>
      Promise.all(
        stored.map(({ permission: { fileId: id } }) =>
          orRefusal(async () => {
            await request(filesComplete({ path: { id }, throwOnError: true }));
            onCompleted(id);
            return null;
          }),
        ),
      ),
    keyOf: ({ fileId }) => fileId,
    cancel: async (permissions) => {
      for (const { fileId: id } of permissions) {
        await filesCancelUpload({ path: { id }, signal: AbortSignal.timeout(CANCEL_MS), throwOnError: true });
      }
    },
  };
}

/** Returns a refusal of one file as a value, so that the others still succeed. */
async function orRefusal<T>(call: () => Promise<T>): Promise<T | { error: string; canRetry: boolean }> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RequestRefusedError) || error.remedy !== 'give_up') throw error;
    return { error: error.message, canRetry: error.code === 'not_uploaded' };
  }
}
