import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.writes.js';
import { albumOf } from '../album/album.lib.js';
import { isFinal } from '../files/files.policy.js';
import { FilesService } from '../files/files.service.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { updateStudio } from '../studio/studio.writes.js';
import { Track } from '../tracks/track.entity.js';
import { saveTrack } from '../tracks/tracks.writes.js';
import { storedIsrc, storedUpc } from './codes.js';
import {
  MAX_CSV_COLUMNS,
  type MetadataExport,
  type MetadataView,
  type Release,
  type RememberColumns,
  type UpdateMetadata,
} from './metadata.schema.js';
import { metadataView, sheetOf } from './metadata.view.js';
import { deliveryCsv, sheetCsv } from './metadata-csv.lib.js';
import { ReleaseMetadata } from './release-metadata.entity.js';
import { TrackMetadata } from './track-metadata.entity.js';

/** The metadata sheet of a project. Its engineers and its client may both fill it in. */
@Injectable()
export class MetadataService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FilesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(actor: Actor, projectId: string): Promise<MetadataView> {
    const project = await this.access.visible(actor, projectId);
    return metadataView(this.database.manager, actor, project);
  }

  /** @throws AppError 404 when a track belongs to another project; then nothing is written. */
  update(actor: Actor, projectId: string, body: UpdateMetadata): Promise<MetadataView> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForDeciders(tx, actor, projectId);
      await saveRelease(tx, project, body.release ?? {});
      const renamed = await saveTracks(tx, projectId, body.tracks);
      if (renamed) await bumpStagingRevision(tx, projectId);
      await recordActivity(tx, {
        projectId,
        type: 'metadata_changed',
        actorId: actor.userId,
        message: changeMessage(body),
      });
      publishProjectChange(tx, project, 'metadata', ...(renamed ? (['tracks', 'staging', 'files'] as const) : []));
      return metadataView(tx.manager, actor, project);
    });
  }

  /** Remembers for the studio what columns of spreadsheets hold, the latest ones. @throws AppError 403 for clients. */
  async rememberColumns(actor: Actor, projectId: string, { columns }: RememberColumns): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { studioId } = await this.access.lockForEngineer(tx, actor, projectId);
      const studio = await tx.manager.findOneByOrFail(Studio, { id: studioId });
      const kept = Object.entries(studio.csvColumns).filter(([heading]) => !(heading in columns));
      const csvColumns = Object.fromEntries([...kept, ...Object.entries(columns)].slice(-MAX_CSV_COLUMNS));
      await updateStudio(tx, studioId, { csvColumns });
    });
  }

  /** The sheet for a spreadsheet, or one line per final with the address of its file. */
  async csv(actor: Actor, projectId: string, kind: MetadataExport): Promise<{ fileName: string; text: string }> {
    const project = await this.access.visible(actor, projectId);
    const sheet = await sheetOf(this.database.manager, project);
    const fileName = `${project.title} ${kind === 'sheet' ? 'metadata' : 'delivery'}.csv`;
    if (kind === 'sheet') return { fileName, text: sheetCsv(sheet) };
    const files = await this.files.list(actor, projectId);
    const finals = files.filter((file) => isFinal(file) && file.current);
    const { tracks: album } = await albumOf(this.database.manager, projectId);
    const addressOf = (id: string) => `${this.config.publicUrl}/api/files/download/${id}`;
    return { fileName, text: deliveryCsv(sheet, album, finals, addressOf) };
  }
}

const changeMessage = ({ release, tracks }: UpdateMetadata): string => {
  const parts = [
    release && Object.keys(release).length > 0 && 'the release',
    tracks.length > 0 && (tracks.length === 1 ? 'one track' : `${tracks.length} tracks`),
  ].filter(Boolean);
  return `Changed the metadata of ${parts.join(' and ') || 'the release'}`;
};

async function saveRelease(tx: Tx, project: Project, fields: Partial<Release>): Promise<void> {
  const { release: known } = await sheetOf(tx.manager, project);
  const release = { ...known, ...fields };
  await tx.manager.upsert(
    ReleaseMetadata,
    { projectId: project.id, ...release, upc: storedUpc(release.upc), updatedAt: () => 'now()' },
    ['projectId'],
  );
}

/** Returns whether a title or an ISRC changed, which other pages show too. */
async function saveTracks(tx: Tx, projectId: string, changes: UpdateMetadata['tracks']): Promise<boolean> {
  const tracks = new Map((await tx.manager.findBy(Track, { projectId })).map((track) => [track.id, track]));
  let renamed = false;
  for (const { trackId, title, isrc, ...more } of changes) {
    const track = tracks.get(trackId);
    if (!track) throw notFound('Track');
    if (title !== undefined || isrc !== undefined) {
      track.title = title ?? track.title;
      track.isrc = isrc === undefined ? track.isrc : storedIsrc(isrc) || null;
      await saveTrack(tx, track);
      renamed = true;
    }
    for (const field of ['isrcInstrumental', 'isrcClean', 'isrcEdit'] as const) {
      if (more[field] !== undefined) more[field] = storedIsrc(more[field]);
    }
    await tx.manager.upsert(TrackMetadata, { trackId, ...more }, ['trackId']);
  }
  return renamed;
}
