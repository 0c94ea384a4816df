import { isDeepStrictEqual } from 'node:util';
import { readChunks } from '../../audio-headers/chunks.js';
import { audioKindOf } from '../../audio-headers/containers.js';
import { findAudio } from '../../audio-headers/find-audio.js';
import { framesIn } from '../../audio-headers/sample-format.js';
import {
  type Deliverable,
  isLarge,
  type KnownTrack,
  recogniseDeliverable,
  type SeenFile,
} from '../../file-kinds/deliverables.js';
import { documentKindOf } from '../../file-kinds/documents.js';
import type { Config } from '../../platform/config.js';
import { unprocessable } from '../../platform/errors.js';
import { objectSource } from '../../platform/storage/object-source.js';
import type { Storage } from '../../platform/storage/storage.js';
import { readZip, ZipRefusedError } from '../../platform/zip/read.js';
import type { StagingFile } from '../staged-files/staging-file.entity.js';
import type { VerifiedUpload } from '../uploads/verify-upload.lib.js';

type AnnouncedFile = Pick<StagingFile, 'originalName' | 'folder' | 'header'>;

/** The largest size of a file in bytes: whole records and archives may be larger than masters. */
export const maxBytesOf = (
  { maxStagingBytes, maxFileBytes }: Config,
  name: string,
  deliverable: Deliverable | null,
): number => (isLarge(name, deliverable?.kind) ? Math.max(maxStagingBytes, maxFileBytes) : maxStagingBytes);

const byName = ({ originalName, folder, header }: AnnouncedFile): SeenFile => ({
  name: originalName,
  folder,
  audio: audioKindOf(originalName, '')
    ? { channels: header?.channels ?? null, durationS: header?.durationS ?? null, hasChna: null }
    : null,
  entries: null,
});

/** The deliverable that a file will be, by its name and the header that the browser read; null for a master. */
export const recogniseAnnounced = (file: AnnouncedFile, tracks: readonly KnownTrack[]): Deliverable | null =>
  recogniseDeliverable(byName(file), tracks);

/**
 * The deliverable that a complete object is, by its content; null for a master. A kind that a person has chosen during
 * the upload stays.
 * @throws AppError 422 for an archive that is unsafe to unpack.
 */
export async function recogniseArrival(
  storage: Storage,
  object: VerifiedUpload,
  announced: AnnouncedFile & Pick<StagingFile, 'deliverable'>,
  tracks: readonly KnownTrack[],
): Promise<Deliverable | null> {
  const seen = { ...byName(announced), ...(await contentOf(storage, object, announced)) };
  const expected = recogniseAnnounced(announced, tracks);
  const isChosen = !isDeepStrictEqual(expected, announced.deliverable);
  return isChosen ? announced.deliverable : recogniseDeliverable(seen, tracks);
}

async function contentOf(
  storage: Storage,
  { objectKey, sizeBytes }: VerifiedUpload,
  { originalName, header }: AnnouncedFile,
): Promise<Partial<SeenFile>> {
  const source = objectSource(storage, objectKey, sizeBytes);
  const document = documentKindOf(originalName);
  if (document === 'zip' || document === 'office') {
    const entries = await readZip(source).catch((error: unknown) => {
      if (error instanceof ZipRefusedError) throw unprocessable('unsafe_zip', `${originalName}: ${error.message}`);
      throw error;
    });
    const names = entries.map(({ name }) => name);
    if (document === 'office' && !names.includes('[Content_Types].xml')) {
      throw unprocessable('wrong_content', `${originalName} does not contain what its name promises`);
    }
    return { entries: names };
  }
  if (document) return {};
  if (header && header.channels <= 2) return {};
  const container = (await findAudio(source))?.container;
  const found = container && (await readChunks(source, container));
  if (!found || found.isCutShort) return {};
  const { chunks, format, sound } = found;
  // The analysis reports a header without sense.
  if (!format?.sampleRateHz || format.encoding === 'other') return {};
  const frames = sound && framesIn(format, sound.presentBytes);
  const durationS = frames === null ? null : frames / format.sampleRateHz;
  const hasChna = chunks.some(({ id }) => id === 'chna');
  return { audio: { channels: format.channels, durationS, hasChna } };
}
