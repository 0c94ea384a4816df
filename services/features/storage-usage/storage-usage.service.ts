import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type StorageKind, storageKinds } from '../../platform/domain-words.js';
import { conflict } from '../../platform/errors.js';
import type { Engineer } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { recordActivity } from '../activity/activity.writes.js';
import { removeFile } from '../files/files.writes.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { noteArchived } from '../projects/projects.writes.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { removeStaged } from '../staging/staging.writes.js';
import { studioTrash } from '../trash-store/trash.writes.js';
import { STORED_COVERS } from '../uploads/quota.lib.js';
import type { FreedSpace, StorageUsage, StoredProject } from './storage-usage.schema.js';
import { ARCHIVABLE, isArchivable, STORED_FILES, type StoredFile, storedFiles } from './stored-files.js';
import { QUOTA_BYTES, usageAdvice, usageLevel } from './usage-level.js';

const SHOWN_PROJECTS = 100;
const SHOWN_RECENT = 5;
const SHOWN_FILES = 10;
const GB = 1024 ** 3;

/** Times are in PostgreSQL's JSON format. */
type ProjectRow = Pick<Project, 'id' | 'title' | 'status'> & {
  updatedAt: string;
  archivedAt: string | null;
  clientName: string;
} & Record<'bytes' | 'files' | 'supersededBytes' | 'supersededFiles' | 'archivableBytes' | 'archivableFiles', number>;

interface StoredSums {
  kinds: { kind: StorageKind; bytes: number; files: number; derived: number }[];
  /** Projects with any files, most recently changed first. */
  projects: ProjectRow[];
  largest: (Omit<StoredFile, 'createdAt'> & { createdAt: string; projectTitle: string })[];
}

/** A project whose work is done. */
const canArchive = ({ status }: Pick<Project, 'status'>): boolean => status === 'delivered' || status === 'approved';

/** Sums up a studio's use of the object store from the database's records, and frees space. */
@Injectable()
export class StorageUsageService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  async usage({ studioId }: Engineer): Promise<StorageUsage> {
    const [stored, trash] = await Promise.all([this.stored(studioId), studioTrash(this.database, studioId)]);
    const [kinds, projects, files] = [
      kindsOf(stored.kinds),
      stored.projects.map(projectOf),
      stored.largest.map(fileOf),
    ];
    if (trash.files > 0) kinds.push({ kind: 'trash', ...trash });
    const total = kinds.reduce((sum, kind) => sum + kind.bytes, 0);
    return {
      total_gb: (total / GB).toFixed(2),
      total_bytes: total,
      total_files: projects.reduce((sum, project) => sum + project.files, 0),
      quotaBytes: QUOTA_BYTES,
      level: usageLevel(total),
      advice: usageAdvice(total),
      kinds,
      superseded: {
        bytes: projects.reduce((sum, { superseded }) => sum + superseded.bytes, 0),
        files: projects.reduce((sum, { superseded }) => sum + superseded.files, 0),
      },
      projects: projects.toSorted((a, b) => b.bytes - a.bytes).slice(0, SHOWN_PROJECTS),
      recent: projects.slice(0, SHOWN_RECENT),
      files,
    };
  }

  /** Of one project, or of all. */
  async deleteSuperseded(engineer: Engineer, projectId: string | null): Promise<FreedSpace> {
    const found = projectId
      ? [{ id: projectId }]
      : await this.database.query<{ id: string }>(
          `SELECT DISTINCT "projectId" AS id FROM (${STORED_FILES}) stored WHERE superseded`,
          [engineer.studioId],
        );
    const freed = { bytes: 0, files: 0 };
    for (const { id } of found) {
      const { bytes, files } = await this.free(engineer, id, ({ superseded }) => superseded, 'superseded');
      freed.bytes += bytes;
      freed.files += files;
    }
    return freed;
  }

  /**
   * Deletes working files; keeps the current masters and all texts. @throws AppError 409 while the project is in
   * progress.
   */
  archive(engineer: Engineer, projectId: string): Promise<FreedSpace> {
    return this.free(engineer, projectId, isArchivable, 'archive');
  }

  /** Holds the project's lock during one transaction, so that it only deletes what is unused at that moment. */
  private free(
    engineer: Engineer,
    projectId: string,
    isFreed: (file: StoredFile) => boolean,
    why: 'superseded' | 'archive',
  ): Promise<FreedSpace> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, engineer, projectId);
      if (why === 'archive' && !canArchive(project)) {
        throw conflict('project_not_done', 'Only a project that is delivered or approved can be archived');
      }
      const gone = (await storedFiles(tx, engineer.studioId, projectId)).filter(isFreed);
      for (const file of gone) {
        if (file.kind === 'staging') await removeStaged(tx, file.id, engineer.userId);
        else await removeFile(tx, { ...file, fileType: file.kind, originalName: file.fileName }, engineer.userId);
      }
      if (why === 'archive') await noteArchived(tx, projectId);
      if (gone.length > 0 || why === 'archive') {
        const files = `${gone.length} ${gone.length === 1 ? 'file' : 'files'}`;
        await recordActivity(tx, {
          projectId,
          type: why === 'archive' ? 'project_archived' : 'versions_deleted',
          actorId: engineer.userId,
          message:
            why === 'archive'
              ? `Archived the project: ${files} of the work deleted, the masters kept`
              : `Deleted superseded versions: ${files}`,
        });
        await bumpStagingRevision(tx, projectId);
        publishProjectChange(tx, project, 'files', 'tracks', 'staging', 'activity', 'projects');
      }
      return { bytes: gone.reduce((sum, file) => sum + file.sizeBytes + file.derivedBytes, 0), files: gone.length };
    });
  }

  /** Sums by kind and by project, and the largest files, from one pass over all files of the studio. */
  private async stored(studioId: string): Promise<StoredSums> {
    const [row] = await this.database.query<StoredSums>(
      `WITH stored AS MATERIALIZED (${STORED_FILES}),
       counted AS (
         SELECT "projectId", kind, "sizeBytes", "derivedBytes", superseded FROM stored
         UNION ALL
         SELECT p.id, 'cover', sum(size_bytes), 0, false
         FROM ${LIVE_PROJECTS} p JOIN (${STORED_COVERS}) cover ON project_id = p.id
         WHERE p.studio_id = $1 GROUP BY p.id, sha256),
       kinds AS (
         SELECT kind, sum("sizeBytes")::float8 AS bytes, count(*)::int AS files, sum("derivedBytes")::float8 AS derived
         FROM counted GROUP BY kind),
       sums AS (
         SELECT "projectId", sum("sizeBytes" + "derivedBytes")::float8 AS bytes, count(*)::int AS files,
                coalesce(sum("sizeBytes" + "derivedBytes") FILTER (WHERE superseded), 0)::float8 AS "supersededBytes",
                (count(*) FILTER (WHERE superseded))::int AS "supersededFiles",
                coalesce(sum("sizeBytes" + "derivedBytes") FILTER (WHERE ${ARCHIVABLE}), 0)::float8 AS "archivableBytes",
                (count(*) FILTER (WHERE ${ARCHIVABLE}))::int AS "archivableFiles"
         FROM counted GROUP BY 1),
       listed AS (
         SELECT p.id, p.title, p.status, p.updated_at AS "updatedAt", p.archived_at AS "archivedAt",
                p.client_name AS "clientName", sums.*
         FROM ${LIVE_PROJECTS} p JOIN sums ON "projectId" = p.id ORDER BY p.updated_at DESC, p.id),
       largest AS (
         SELECT stored.*, p.title AS "projectTitle" FROM stored JOIN ${LIVE_PROJECTS} p ON p.id = "projectId"
         ORDER BY "sizeBytes" DESC, stored.id LIMIT ${SHOWN_FILES})
       SELECT coalesce((SELECT json_agg(kinds) FROM kinds), '[]') AS kinds,
              coalesce((SELECT json_agg(listed) FROM listed), '[]') AS projects,
              coalesce((SELECT json_agg(largest) FROM largest), '[]') AS largest`,
      [studioId],
    );
    return row!;
  }
}

function kindsOf(rows: StoredSums['kinds']): StorageUsage['kinds'] {
  const found = new Map(rows.map(({ kind, bytes, files }) => [kind, { bytes, files }]));
  const heard = rows.filter(({ kind }) => kind !== 'cover');
  const derived = rows.reduce((sum, row) => sum + row.derived, 0);
  if (derived > 0) found.set('derived', { bytes: derived, files: heard.reduce((sum, { files }) => sum + files, 0) });
  return storageKinds.flatMap((kind) => {
    const counted = found.get(kind);
    return counted ? [{ kind, ...counted }] : [];
  });
}

const projectOf = (row: ProjectRow): StoredProject => ({
  id: row.id,
  title: row.title,
  client_name: row.clientName,
  status: row.status,
  bytes: row.bytes,
  files: row.files,
  updatedAt: isoTime(new Date(row.updatedAt)),
  archivedAt: row.archivedAt && isoTime(new Date(row.archivedAt)),
  superseded: { bytes: row.supersededBytes, files: row.supersededFiles },
  archivable: { bytes: row.archivableBytes, files: row.archivableFiles },
  can: { archive: canArchive(row) },
});

const fileOf = ({ createdAt, sizeBytes, ...row }: StoredSums['largest'][number]): StorageUsage['files'][number] => ({
  ...row,
  bytes: sizeBytes,
  createdAt: isoTime(new Date(createdAt)),
});
