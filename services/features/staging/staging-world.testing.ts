import { randomUUID } from 'node:crypto';
import type { SlotType } from '../../platform/domain-words.js';
import { createLogger } from '../../platform/log.js';
import type { TestApp } from '../../testing/app.js';
import { build } from '../../testing/build.js';
import { Stage } from '../../testing/staging.js';
import { noiseWave } from '../../testing/uploads.js';
import { fileDeleted } from '../files/files.events.js';
import type { FileView } from '../files/files.schema.js';
import { SuggestionsWorker } from '../suggestions/suggestions.worker.js';
import type { TrackEntry } from '../tracks/tracks.schema.js';
import { mastersReleased } from './staging.events.js';
import type { StagingFileView } from './staging.schema.js';
import { type Operation, type Snapshot, sorted } from './staging-model.testing.js';

type Permission = Awaited<ReturnType<Stage['send']>>;

const unknown = '01900000-0000-7000-8000-00000000dead';

/** The real project behind a model: does its operations over HTTP and shows the same snapshot. */
export class StagingWorld {
  private readonly permissions = new Map<string, Permission>();
  private readonly staged = new Map<string, string>();
  private readonly files = new Map<string, string>();
  private readonly tracks = new Map<string, string>();
  private readonly slots = new Map<string, string>();

  private constructor(
    private readonly app: TestApp,
    readonly stage: Stage,
  ) {}

  static async open(app: TestApp): Promise<StagingWorld> {
    const { engineer, project } = await build(app).project();
    return new StagingWorld(app, new Stage(app.as(engineer), project.id));
  }

  get projectId(): string {
    return this.stage.projectId;
  }

  /** Sends a file of that name to the store. */
  async send(file: string): Promise<void> {
    this.permissions.set(file, await this.stage.send(file, noiseWave(200)));
  }

  /** Does it and answers the status of the reply. */
  async run(operation: Operation): Promise<number> {
    const { stage } = this;
    switch (operation.kind) {
      case 'assign': {
        const { file, track, slot, onlyIfEmpty } = operation;
        return (await stage.assign(this.stagedId(file), this.trackId(track), slot, onlyIfEmpty)).status;
      }
      case 'unassign':
        return (await stage.unassign(this.stagedId(operation.file))).status;
      case 'remove':
        return (await stage.remove(this.stagedId(operation.file))).status;
      case 'analyse':
        return (await stage.analyse(this.stagedId(operation.file))).status;
      case 'register': {
        const { status, data } = await stage.register([this.permissions.get(operation.file)!]);
        if (status === 200) this.staged.set(operation.file, data.stagingFiles[0].id);
        return status;
      }
      case 'release':
        return (await stage.release(operation.files.map((file) => this.stagedId(file)))).status;
      case 'deleteFile':
        return (await stage.engineer.delete(`/api/files/${this.fileId(operation.file)}`)).status;
      case 'addTrack':
        return this.addTrack(operation.track, operation.number);
      case 'removeTrack':
        return (await stage.engineer.delete(`/api/tracks/${this.trackId(operation.track)}`)).status;
      case 'require':
        return this.putSlot(operation, { isRequired: operation.required });
      case 'putStaged':
        return this.putSlot(operation, { stagingFileId: operation.file && this.stagedId(operation.file) });
      case 'putFile':
        return this.putSlot(operation, { fileId: operation.file && this.fileId(operation.file) });
      case 'suggest':
        return this.suggest();
    }
  }

  /** The current state, as the API shows it. */
  async snapshot(): Promise<Snapshot> {
    const { engineer } = this.stage;
    const [staged, tracks, files, events] = await Promise.all([
      this.stage.files(),
      engineer.get<{ tracks: TrackEntry[] }>(`/api/tracks/projects/${this.projectId}`),
      engineer.get<FileView[]>(`/api/files/project/${this.projectId}`),
      this.events(),
    ]);
    for (const { id, originalName } of files.data) this.files.set(originalName, id);
    const nameOf = (ids: Map<string, string>, id: string | null) =>
      [...ids].find(([, known]) => known === id)?.[0] ?? id;
    const titles = new Map(tracks.data.tracks.map(({ track }) => [track.id, track.title]));
    const placeOf = ({ status, assignment }: StagingFileView) =>
      `${status} ${assignment ? `${titles.get(assignment.trackId)}/${assignment.slotType}` : '-'}`;
    const slotsOf = (entry: TrackEntry) =>
      Object.fromEntries(
        entry.slots.map(({ slotType, isRequired, fileId, stagingFileId }) => [
          slotType,
          { required: isRequired, file: nameOf(this.files, fileId), staged: nameOf(this.staged, stagingFileId) },
        ]),
      );
    return {
      tracks: sorted(
        tracks.data.tracks.map((entry) => [
          entry.track.title,
          { number: entry.track.trackNumber, slots: slotsOf(entry) },
        ]),
      ),
      staged: sorted(staged.map((file) => [file.originalName, placeOf(file)])),
      files: sorted(
        files.data.map(({ originalName, fileType, track_title, slotType, parentFileId }) => [
          originalName,
          { type: fileType, track: track_title, slot: slotType!, parent: nameOf(this.files, parentFileId) },
        ]),
      ),
      ...events,
    };
  }

  private stagedId = (file: string): string => this.staged.get(file) ?? unknown;
  private fileId = (file: string): string => this.files.get(file) ?? unknown;
  private trackId = (track: string): string => this.tracks.get(track) ?? unknown;

  private async addTrack(title: string, trackNumber: number): Promise<number> {
    const body = { trackNumber, title };
    const { status, data } = await this.stage.engineer.post<TrackEntry>(`/api/tracks/projects/${this.projectId}`, body);
    if (status !== 201) return status;
    this.tracks.set(title, data.track.id);
    for (const { id, slotType } of data.slots) this.slots.set(`${title}/${slotType}`, id);
    return status;
  }

  private async putSlot({ track, slot }: { track: string; slot: SlotType }, body: object): Promise<number> {
    const id = this.slots.get(`${track}/${slot}`) ?? unknown;
    return (await this.stage.engineer.put(`/api/tracks/slots/${id}`, body)).status;
  }

  /** The worker's part. It is not a call, so it returns the status of a successful one. */
  private async suggest(): Promise<number> {
    const { database } = this.app;
    const context = {
      eventId: randomUUID(),
      handler: 'model',
      attempt: 1,
      signal: new AbortController().signal,
      commit: database.transaction.bind(database),
    };
    await new SuggestionsWorker(database, createLogger('test', 'silent')).suggest(
      { projectId: this.projectId },
      context,
    );
    return 200;
  }

  private async events(): Promise<Pick<Snapshot, 'releases' | 'deletions'>> {
    const rows = await this.app.database.query<{ event: string; payload: { masters?: boolean; revisions?: boolean } }>(
      `SELECT event, payload FROM outbox WHERE event = ANY($1) AND payload->>'projectId' = $2`,
      [[mastersReleased.name, fileDeleted.name], this.projectId],
    );
    const releases = rows.filter(({ event }) => event === mastersReleased.name);
    return {
      releases: releases
        .map(({ payload }) =>
          [payload.masters && 'masters', payload.revisions && 'revisions'].filter(Boolean).join(' '),
        )
        .sort(),
      deletions: rows.length - releases.length,
    };
  }
}
