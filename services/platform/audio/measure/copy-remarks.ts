import { open } from 'node:fs/promises';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import { copyRemarks } from '../../../audio-tags/tagged.js';
import { type CopyRemarks, type Heard, taggedSource } from '../../../audio-tags/tags.js';
import { copyRefusal } from '../read/check-copy.js';
import { fileSource } from '../read/file-source.js';
import { openPlainly } from '../read/open-plainly.js';

/** Says what a file's tagged copy will leave out, whatever the sheet says then. Parts of a copy are written into `folder`. */
export async function copyRemarksOf(
  path: string,
  container: AudioContainer,
  heard: Heard,
  folder: string,
): Promise<CopyRemarks> {
  const file = await open(path);
  try {
    const source = await fileSource(file);
    return await copyRemarks(source, container, heard, (layout) => {
      const copy = taggedSource(layout, source);
      return copyRefusal({ copy, container, headBytes: layout.head.length }, folder, openPlainly);
    });
  } finally {
    await file.close();
  }
}
