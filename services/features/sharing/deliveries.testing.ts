import { createHash, randomBytes } from 'node:crypto';
import type { TestApp } from '../../testing/app.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import type { Audio } from '../audio/audio.entity.js';
import type { ProjectFile } from '../files/file.entity.js';
import type { ShareLinkView } from './sharing.schema.js';

export interface StoredFinal {
  id: string;
  objectKey: string;
  bytes: Buffer;
  sha256: string;
}

const FACTS = {
  container: 'wav',
  bitsStored: 24,
  float: false,
  sampleRateHz: 96_000,
  durationS: 221,
  loudness: { integratedLufs: -14.2 },
  truePeakDbtp: -1,
  tags: { isrc: null },
} as unknown as Audio['facts'];

/** A released final of random bytes, analysed. */
export async function storeFinal(
  app: TestApp,
  file: Partial<ProjectFile> & { projectId: string },
  sizeBytes = 5_000,
): Promise<StoredFinal> {
  const bytes = randomBytes(sizeBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const contentType = file.deliverable ? 'application/octet-stream' : 'audio/wav';
  const audio = await build(app).audio({ sizeBytes, sha256, contentType, facts: FACTS, state: 'done' });
  await app.platform.storage.put(audio.objectKey, bytes, { contentType, sizeBytes });
  const { id } = await build(app).file({ audioId: audio.id, ...file });
  return { id, objectKey: audio.objectKey, bytes, sha256 };
}

/** A new link to the delivery of a project, and the path of its page. */
export async function makeLink(
  engineer: Caller,
  projectId: string,
  body: object = {},
): Promise<ShareLinkView & { path: string }> {
  const made = { projectId, purpose: 'delivery', name: 'Pressing plant', ...body };
  const { data } = await engineer.post<ShareLinkView>('/api/share-links', made);
  return { ...data, path: new URL(data.url).pathname };
}
