import { createHash, randomBytes } from 'node:crypto';
import type { FileView, UploadPermission } from '../features/files/files.schema.js';
import type { Caller } from './caller.js';

/** Begins like a WAV file; the rest is noise. */
export function noiseWave(sizeBytes = 10_000): Buffer {
  const bytes = randomBytes(sizeBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(sizeBytes - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  return bytes;
}

/** Lower-case hex. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Asks to upload one file in Files. */
export const beginUpload = (
  caller: Caller,
  body: { projectId: string; fileType: string; fileName: string; [more: string]: unknown },
) => caller.post<UploadPermission>('/api/files/upload-url', body);

/** Sends a raw body to an upload that was begun. */
export const sendBody = (caller: Caller, fileId: string, bytes: Uint8Array): Promise<Response> =>
  caller.fetch(`/api/files/upload/${fileId}`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'audio/wav' },
  });

/**
 * Uploads one complete file in Files.
 * @throws when any step is refused.
 */
export async function uploadFile(
  caller: Caller,
  body: { projectId: string; fileType: string; fileName: string; parentFileId?: string },
  bytes: Uint8Array = noiseWave(),
): Promise<FileView> {
  const { data } = await beginUpload(caller, body);
  const response = await sendBody(caller, data.fileId, bytes);
  const reply = (await response.json()) as { data: FileView };
  if (!response.ok) throw new Error(`${body.fileName} was refused: ${JSON.stringify(reply)}`);
  return reply.data;
}
