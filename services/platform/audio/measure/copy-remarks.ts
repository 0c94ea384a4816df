import { open } from 'node:fs/promises';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import { copyRemarks } from '../../../audio-tags/tagged.js';
import type { CopyRemarks, Heard } from '../../../audio-tags/tags.js';
import { fileSource } from '../read/file-source.js';

/** Says what a file's tagged copy will leave out, whatever the sheet says then. */
export async function copyRemarksOf(path: string, container: AudioContainer, heard: Heard): Promise<CopyRemarks> {
  const file = await open(path);
  try {
    return await copyRemarks(await fileSource(file), container, heard);
  } finally {
    await file.close();
  }
}
