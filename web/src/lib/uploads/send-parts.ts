import type { StagingParts } from '../../api';
import { putBytes } from './put-bytes';
import type { OnProgress } from './upload-types';

/** Sends the missing parts of a file in order, until `missing` returns none. */
export async function sendParts(
  missing: () => Promise<StagingParts>,
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { sentBytes, parts } = await missing();
    let kept = sentBytes;
    onProgress(kept, kept);
    if (parts.length === 0) return;
    for (const part of parts) {
      const bytes = file.slice(part.offset, part.offset + part.sizeBytes);
      await putBytes(part, bytes, file, (sent) => onProgress(kept + sent, kept), signal);
      kept += part.sizeBytes;
      onProgress(kept, kept);
    }
  }
}
