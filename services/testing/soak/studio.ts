import { demo } from '../../features/demo/demo.writes.js';
import type { FileView } from '../../features/files/files.schema.js';
import type { ProjectView } from '../../features/projects/projects.schema.js';
import type { StagingFileView } from '../../features/staging/staging.schema.js';
import type { TrackEntry } from '../../features/tracks/tracks.schema.js';
import { type Answer, Caller } from '../caller.js';
import { until } from '../until.js';
import { sha256 } from '../uploads.js';
import { type Material, variant } from './material.js';

/** One file whose upload was acknowledged. */
export interface UploadedFile {
  projectId: string;
  r2Key: string;
  originalName: string;
  sha256: string;
}

/** Files that were released in one call, requested and perhaps acknowledged. */
export interface ReleaseCall {
  projectId: string;
  stagingFileIds: string[];
  acknowledged: boolean;
}

/** Everything that the portal acknowledged to the people of the soak; the audit checks it. */
export class Ledger {
  readonly uploads: UploadedFile[] = [];
  /** By staged file's id. */
  readonly registered = new Map<string, UploadedFile>();
  readonly releases: ReleaseCall[] = [];
  /** Projects set to delivered. */
  readonly delivered: string[] = [];
  downloads = 0;
  /** Calls that were repeated because they had not succeeded. */
  retries = 0;
  readonly problems: string[] = [];
}

type Permission = {
  r2Key: string;
  uploadUrl: string;
  headers: Record<string, string>;
  originalName: string;
  fileName: string;
};
type Place = { trackNumber: number; slotType: string; label: string };

const TRACKS = 3;
const places: Place[] = Array.from({ length: TRACKS }, (_, n) => n + 1).flatMap((trackNumber) => [
  { trackNumber, slotType: 'streaming_master', label: '' },
  { trackNumber, slotType: 'vinyl_master', label: ' (Vinyl)' },
]);

/** How long a call is retried before it counts as broken. */
const PATIENCE_MS = 120_000;
const ANSWER_MS = 30_000;
/** An engineer drops the next batch when this one is read, or after this time. */
const BATCH_MS = 20_000;

export interface SoakTarget {
  url: string;
  material: Material[];
  ledger: Ledger;
  random: () => number;
  people: { engineer: Caller; client: Caller; clientId: string };
}

/** The demo users of Dev Mode. */
export const demoPeople = (url: string): SoakTarget['people'] => ({
  engineer: new Caller(url, { 'x-dev-user-id': demo.engineerId }),
  client: new Caller(url, { 'x-dev-user-id': demo.clientId }),
  clientId: demo.clientId,
});

/** An engineer and a client who repeat the main job and do not give up. */
export class Studio {
  private readonly engineer: Caller;
  private readonly client: Caller;

  constructor(private readonly soaked: SoakTarget) {
    ({ engineer: this.engineer, client: this.client } = soaked.people);
  }

  /** One batch from its upload to the client's downloads. */
  async batch(name: string): Promise<void> {
    const { random, ledger, people } = this.soaked;
    const { data: project } = await this.sure<ProjectView>('create a project', () =>
      this.engineer.post('/api/projects', { title: name, clientId: people.clientId }),
    );
    const tracks = await this.tracks(project.id, name);
    const uploads = await this.upload(project.id, name);
    if (random() < 0.15) return; // Simulates a tab that was closed before the files could be registered.
    const staged = await this.register(project.id, uploads);
    for (const [index, file] of staged.entries()) {
      const { trackNumber, slotType } = places[index]!;
      await this.sure('assign', () =>
        this.engineer.post(`/api/staging/projects/${project.id}/files/${file.id}/assign`, {
          trackId: tracks.get(trackNumber),
          slotType,
        }),
      );
    }
    await this.read(project.id, BATCH_MS);
    const masters = staged.filter((_, index) => places[index]!.slotType === 'streaming_master');
    await this.release(project.id, masters);
    await this.release(
      project.id,
      staged.filter((file) => !masters.includes(file)),
    );
    await this.sure('deliver', () => this.engineer.put(`/api/projects/${project.id}`, { status: 'delivered' }));
    ledger.delivered.push(project.id);
    await this.download(project.id, uploads);
  }

  private async tracks(projectId: string, name: string): Promise<Map<number, string>> {
    for (let trackNumber = 1; trackNumber <= TRACKS; trackNumber++) {
      await this.sure(
        'make a track',
        () =>
          this.engineer.post(`/api/tracks/projects/${projectId}`, { trackNumber, title: songOf(name, trackNumber) }),
        // The number is taken if the first answer was lost.
        [409],
      );
    }
    const { data } = await this.sure<{ tracks: TrackEntry[] }>('list tracks', () =>
      this.engineer.get(`/api/tracks/projects/${projectId}`),
    );
    return new Map(data.tracks.map(({ track }) => [track.trackNumber, track.id]));
  }

  private async upload(projectId: string, name: string): Promise<UploadedFile[]> {
    const { material, ledger } = this.soaked;
    const files = places.map(({ trackNumber, label }, index) => {
      const { extension, contentType, bytes } = material[index % material.length]!;
      const originalName = `${String(trackNumber).padStart(2, '0')} ${songOf(name, trackNumber)}${label}.${extension}`;
      return { originalName, contentType, sizeBytes: bytes.length };
    });
    const { data } = await this.sure<{ uploads: Permission[] }>('ask for uploads', () =>
      this.engineer.post(`/api/staging/projects/${projectId}/upload-urls`, { files }),
    );
    return Promise.all(
      data.uploads.map(async ({ r2Key, uploadUrl, headers, originalName }, index) => {
        const bytes = variant(material[index % material.length]!, `${name} ${index}`);
        await this.sure('upload', async () => {
          const { status } = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
          return { status } as Answer<null>;
        });
        const uploaded = { projectId, r2Key, originalName, sha256: sha256(bytes) };
        ledger.uploads.push(uploaded);
        return uploaded;
      }),
    );
  }

  private async register(projectId: string, uploads: UploadedFile[]): Promise<StagingFileView[]> {
    const { material, ledger } = this.soaked;
    const files = uploads.map(({ r2Key, originalName }, index) => ({
      r2Key,
      originalName,
      fileName: r2Key.slice(r2Key.lastIndexOf('/') + 1),
      sizeBytes: material[index % material.length]!.bytes.length,
    }));
    const { data } = await this.sure<{ stagingFiles: StagingFileView[]; rejected: unknown[] }>('register', () =>
      this.engineer.post(`/api/staging/projects/${projectId}/bulk-upload`, { files }),
    );
    if (data.rejected.length > 0) throw new Error(`files were rejected: ${JSON.stringify(data.rejected)}`);
    return uploads.map((uploaded) => {
      const file = data.stagingFiles.find(({ r2Key }) => r2Key === uploaded.r2Key);
      if (!file) throw new Error(`${uploaded.originalName} was registered without a staged file`);
      ledger.registered.set(file.id, uploaded);
      return file;
    });
  }

  /** Waits until every staged file of the project is read, with a limit, because workers are being killed. */
  private async read(projectId: string, patienceMs: number): Promise<void> {
    const read = async (): Promise<boolean> => {
      const { data } = await this.sure<{ stagingFiles: StagingFileView[] }>('list staged files', () =>
        this.engineer.get(`/api/staging/projects/${projectId}`),
      );
      await new Promise((next) => setTimeout(next, 250));
      return data.stagingFiles.every(({ analysis }) => analysis.state === 'done');
    };
    await until('the analysis', read, patienceMs).catch(() => undefined);
  }

  /** In half of the cases two tabs release at once. */
  private async release(projectId: string, files: StagingFileView[]): Promise<void> {
    const { ledger, random } = this.soaked;
    const released: ReleaseCall = { projectId, stagingFileIds: files.map(({ id }) => id), acknowledged: false };
    ledger.releases.push(released);
    const call = () =>
      this.sure<{ files: unknown[] }>('release', () =>
        this.engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: released.stagingFileIds }),
      );
    for (const { data } of await Promise.all(random() < 0.5 ? [call(), call()] : [call()])) {
      if (data.files.length !== files.length)
        throw new Error(`a release answered ${data.files.length} of ${files.length} files`);
    }
    released.acknowledged = true;
  }

  private async download(projectId: string, uploads: UploadedFile[]): Promise<void> {
    const { ledger } = this.soaked;
    const { data: files } = await this.sure<FileView[]>('list files', () =>
      this.client.get(`/api/files/project/${projectId}`),
    );
    for (const uploaded of uploads) {
      const file = files.find(({ originalName }) => originalName === uploaded.originalName);
      if (!file) throw new Error(`the client does not see ${uploaded.originalName}`);
      let found = '';
      await this.sure('download', async () => {
        const link = await this.client.fetch(`/api/files/download/${file.id}`);
        const response = link.status === 302 ? await fetch(link.headers.get('location') ?? '') : link;
        found = sha256(Buffer.from(await response.arrayBuffer()));
        return { status: response.status } as Answer<null>;
      });
      if (found !== uploaded.sha256) ledger.problems.push(`${uploaded.originalName} came down with other bytes`);
      ledger.downloads++;
    }
  }

  /**
   * Repeats a call until it succeeds: without an answer, or after a server error, its effect is unknown.
   * @throws when it is refused, or when the time is over.
   */
  private async sure<T>(what: string, call: () => Promise<Answer<T>>, alsoGood: number[] = []): Promise<Answer<T>> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await Promise.race([call(), late(what)]).catch((error: unknown) => error as Error);
      if (!(answer instanceof Error)) {
        if (answer.status < 300 || alsoGood.includes(answer.status)) return answer;
        if (answer.status < 500) throw new Error(`${what} was refused: ${answer.status} ${answer.message ?? ''}`);
      } else if (answer.name === 'LateAnswer') this.soaked.ledger.problems.push(answer.message);
      if (performance.now() > deadline) throw new Error(`${what} was tried in vain: ${answerText(answer)}`);
      this.soaked.ledger.retries++;
      await new Promise((next) => setTimeout(next, 100));
    }
  }
}

const songOf = (name: string, trackNumber: number): string =>
  `${['Amber', 'Birch', 'Cinder'][trackNumber - 1]} ${name}`;

const answerText = (answer: Answer<unknown> | Error): string =>
  answer instanceof Error ? String(answer) : `${answer.status} ${answer.message ?? ''}`;

class LateAnswer extends Error {
  override name = 'LateAnswer';
}

function late(what: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new LateAnswer(`no answer within ${ANSWER_MS / 1000} s: ${what}`)), ANSWER_MS).unref();
  });
}
