import { open } from 'node:fs/promises';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import { copyRemarks } from '../../../audio-tags/tagged.js';
import type { CopyRemarks } from '../../../audio-tags/tags.js';
import { fileSource } from '../read/file-source.js';

/** Says what a file's tagged copy will leave out, whatever the sheet says then. `frames` are samples per channel. */
export async function copyRemarksOf(path: string, container: AudioContainer, frames: number): Promise<CopyRemarks> {
  const file = await open(path);
  try {
    return await copyRemarks(await fileSource(file), container, frames);
  } finally {
    await file.close();
  }
}
