import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssignedMany, StagingFileView } from '../features/staging/staging.schema.js';
import type { UploadPermission } from '../features/staging-uploads/upload-requests.service.js';
import type { PartsView } from '../features/uploads/upload-parts.schema.js';
import { type AudioFileSettings, makeAudioFile } from './audio/audio.js';
import type { Answer, Caller } from './caller.js';

/** The bytes of a short real file. */
export async function audioBytes(settings: AudioFileSettings): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'lacquer-test-audio-'));
  try {
    const path = join(dir, `file.${settings.format}`);
    makeAudioFile(path, { durationS: 1.5, ...settings });
    return await readFile(path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** An engineer's actions in the staging area of one project. */
export class Stage {
  readonly path: string;

  constructor(
    readonly engineer: Caller,
    readonly projectId: string,
  ) {
    this.path = `/api/staging/projects/${projectId}`;
  }

  /** Uploads a file without registering it. */
  async send(originalName: string, bytes: Uint8Array): Promise<UploadPermission & { sizeBytes: number }> {
    const sizeBytes = bytes.length;
    const answer = await this.engineer.post(`${this.path}/upload-urls`, { files: [{ originalName, sizeBytes }] });
    const [permission] = answer.data.uploads;
    await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body: new Uint8Array(bytes) });
    return { ...permission, sizeBytes };
  }

  /** Requests resumable uploads; large files are uploaded in parts. */
  async begin(files: object[]): Promise<any[]> {
    return (await this.engineer.post(`${this.path}/upload-urls`, { files, resumable: true })).data.uploads;
  }

  /** The URLs for the missing parts of an upload. */
  missingParts(r2Key: string): Promise<Answer<PartsView>> {
    return this.engineer.post(`${this.path}/upload-parts`, { r2Key });
  }

  register(
    permissions: { fileName: string; originalName: string; r2Key: string; sizeBytes: number }[],
  ): Promise<Answer<any>> {
    return this.engineer.post(`${this.path}/bulk-upload`, { files: permissions });
  }

  /** Sends and registers. */
  async drop(originalName: string, bytes: Uint8Array): Promise<StagingFileView> {
    const { data } = await this.register([await this.send(originalName, bytes)]);
    return data.stagingFiles[0];
  }

  async files(): Promise<StagingFileView[]> {
    return (await this.engineer.get(this.path)).data.stagingFiles;
  }

  async file(id: string): Promise<StagingFileView> {
    return (await this.files()).find((file) => file.id === id)!;
  }

  assign(fileId: string, trackId: string, slotType = 'streaming_master', onlyIfEmpty = false): Promise<Answer<any>> {
    return this.engineer.post(`${this.path}/files/${fileId}/assign`, { trackId, slotType, onlyIfEmpty });
  }

  assignMany(assignments: object[]): Promise<Answer<AssignedMany>> {
    return this.engineer.post(`${this.path}/assign`, { assignments });
  }

  unassign(fileId: string): Promise<Answer<any>> {
    return this.engineer.delete(`${this.path}/files/${fileId}/assign`);
  }

  remove(fileId: string): Promise<Answer<null>> {
    return this.engineer.delete(`${this.path}/files/${fileId}`);
  }

  /** `reason` is needed for files with errors. */
  release(stagingFileIds: string[], reason = ''): Promise<Answer<any>> {
    return this.engineer.post(`${this.path}/release`, { stagingFileIds, reason });
  }

  analyse(fileId: string): Promise<Answer<{ stagingFile: StagingFileView }>> {
    return this.engineer.post(`${this.path}/files/${fileId}/analyse`);
  }
}
