import type { EntityManager } from 'typeorm';
import { selectRows } from '../../platform/database/rows.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import type { Project } from '../projects/project.entity.js';
import { isItsEngineer } from '../projects/projects.policy.js';
import { Studio } from '../studio/studio.entity.js';
import { Track } from '../tracks/track.entity.js';
import { findingsOf } from './checks.js';
import {
  type CoverView,
  type FileClaims,
  type MetadataView,
  type Release,
  releaseFieldNames,
  type TrackSheet,
} from './metadata.schema.js';
import { ReleaseMetadata } from './release-metadata.entity.js';
import { TrackMetadata } from './track-metadata.entity.js';

/** The release and its tracks, without checks. */
export interface Sheet {
  release: Release;
  tracks: TrackSheet[];
  updatedAt: Date | null;
}

const noTrackMetadata = {
  version: '',
  artist: '',
  featured: '',
  composers: '',
  explicit: '' as const,
  lyrics: '',
  isrcInstrumental: '',
  isrcClean: '',
  isrcEdit: '',
};

/** Until someone has saved the sheet, the project's title is the release's. */
export async function sheetOf(manager: EntityManager, project: Pick<Project, 'id' | 'title'>): Promise<Sheet> {
  const saved = await manager.findOneBy(ReleaseMetadata, { projectId: project.id });
  const tracks = await manager.find(Track, { where: { projectId: project.id }, order: { trackNumber: 'ASC' } });
  const more = await manager
    .createQueryBuilder(TrackMetadata, 'more')
    .innerJoin(Track, 'track', 'track.id = more.trackId')
    .where('track.projectId = :id', { id: project.id })
    .getMany();
  const moreById = new Map(more.map((row) => [row.trackId, row]));
  const empty = Object.fromEntries(releaseFieldNames.map((name) => [name, ''])) as Release;
  return {
    release: saved
      ? (Object.fromEntries(releaseFieldNames.map((name) => [name, saved[name]])) as Release)
      : { ...empty, album: project.title },
    tracks: tracks.map(({ id, trackNumber, title, isrc }) => ({
      ...noTrackMetadata,
      ...moreById.get(id),
      trackId: id,
      trackNumber,
      title,
      isrc: isrc ?? '',
    })),
    updatedAt: saved?.updatedAt ?? null,
  };
}

/** The sheet with its checks. Staged files are the studio's alone. */
export async function metadataView(manager: EntityManager, actor: Actor, project: Project): Promise<MetadataView> {
  const { updatedAt, ...sheet } = await sheetOf(manager, project);
  const cover = await coverOf(manager, project.id);
  const files = await claimsOf(manager, project.id, isItsEngineer(actor, project));
  const { csvColumns } = await manager.findOneByOrFail(Studio, { id: project.studioId });
  return {
    projectId: project.id,
    ...sheet,
    cover,
    findings: findingsOf({ ...sheet, cover, files }),
    csvColumns: csvColumns as MetadataView['csvColumns'],
    updatedAt: updatedAt && isoTime(updatedAt),
  };
}

type CoverRow = CoverView & { colourSpace: string };

async function coverOf(manager: EntityManager, projectId: string): Promise<CoverRow | null> {
  const [cover] = await selectRows<CoverRow>(
    manager,
    `SELECT content_type AS "contentType", width, height, colour_space AS "colourSpace", sha256,
       octet_length(bytes) AS "sizeBytes"
     FROM covers WHERE project_id = $1`,
    [projectId],
  );
  return cover ?? null;
}

/** Names and tags of the files in the tracks' slots: of the released one, otherwise of the staged one. */
function claimsOf(manager: EntityManager, projectId: string, withStaged: boolean): Promise<FileClaims[]> {
  return selectRows<FileClaims>(
    manager,
    `SELECT slots.track_id AS "trackId", slots.slot_type AS "slotType",
       coalesce(files.original_name, staged.original_name) AS "fileName",
       coalesce(audio.facts -> 'tags', audio.probe -> 'tags') AS tags, audio.facts -> 'copy' AS copy
     FROM slots
       JOIN tracks ON tracks.id = slots.track_id
       LEFT JOIN files ON files.id = slots.file_id AND files.deleted_at IS NULL
       LEFT JOIN staging_files staged ON staged.id = slots.staging_file_id AND $2 AND files.id IS NULL
       JOIN audio ON audio.id = coalesce(files.audio_id, staged.audio_id)
     WHERE tracks.project_id = $1
     ORDER BY tracks.track_number, slots.slot_type`,
    [projectId, withStaged],
  );
}
