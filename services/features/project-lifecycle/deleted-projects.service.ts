import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor, Engineer } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import type { DeletedProject } from '../projects/projects.schema.js';
import { moveProjectToTrash, restoreProject } from '../projects/projects.writes.js';
import { requestSuggestionsAgain } from '../projects/staging-revision.writes.js';
import { KEPT_DAYS } from '../trash-store/trash.writes.js';
import { assertClientHasRoom } from '../uploads/quota.lib.js';
import { type Amount, HELD, removeProject } from './deleted-projects.writes.js';

interface Row extends Amount {
  id: string;
  title: string;
  client_name: string;
  deletedBy: string | null;
  deletedAt: Date;
  endsAt: Date;
}

/** SQL: total size of the originals that the project's client has sent. */
const ORIGINALS = `
  SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM audio WHERE id IN (
    SELECT audio_id FROM files WHERE project_id = $1 AND uploaded_by = $2 AND file_type = 'upload' AND deleted_at IS NULL)`;

/** Deletes projects in two steps: hidden for 30 days, then for good. */
@Injectable()
export class DeletedProjectsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Moves the project to the trash.
   * @throws AppError 422 when the typed title is wrong, 409 when the project has invoices, which must be kept for
   * accounting.
   */
  async delete(actor: Actor, projectId: string, title: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const [invoice] = await tx.query('SELECT 1 FROM invoices WHERE project_id = $1 LIMIT 1', [projectId]);
      if (invoice) {
        throw conflict(
          'project_invoiced',
          'A project with invoices stays for the books; archive it in Storage instead',
        );
      }
      if (normaliseTitle(title) !== normaliseTitle(project.title))
        throw unprocessable(
          'wrong_title',
          `This is not the title of the project: type “${project.title}” to delete it`,
        );
      await recordActivity(tx, {
        projectId,
        type: 'project_deleted',
        actorId: actor.userId,
        message: 'Deleted the project',
        engineersOnly: true,
      });
      await moveProjectToTrash(tx, projectId, actor.userId);
      await recordAudit(tx, { action: 'deleted', subject: `project ${project.title}`, subjectId: projectId });
      publishProjectChange(tx, project, 'projects');
    });
  }

  /** Most recently deleted first. */
  async list({ studioId }: Engineer): Promise<DeletedProject[]> {
    const rows = await this.database.query<Row>(
      `SELECT p.id, p.title, p.client_name, users.name AS "deletedBy", p.trashed_at AS "deletedAt",
         p.trashed_at + make_interval(days => ${KEPT_DAYS}) AS "endsAt", held.files, held.bytes
       FROM projects p LEFT JOIN users ON users.id = p.trashed_by
       CROSS JOIN LATERAL (${HELD}) held
       WHERE p.studio_id = $1 AND p.trashed_at IS NOT NULL ORDER BY p.trashed_at DESC, p.id`,
      [studioId],
    );
    return rows.map(({ deletedAt, endsAt, ...row }) => ({
      ...row,
      deletedAt: isoTime(deletedAt),
      endsAt: isoTime(endsAt),
    }));
  }

  /**
   * Restores a project unchanged.
   * @throws AppError 409 when the client's quota no longer has room for their originals.
   */
  async restore(engineer: Engineer, projectId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = await lockDeleted(tx, engineer, projectId);
      const { clientId, title } = project;
      const [originals] = await tx.query<{ bytes: number }>(ORIGINALS, [projectId, clientId]);
      if (originals!.bytes > 0) {
        const wanted = { clientId, what: `the originals of “${title}”`, sizeBytes: originals!.bytes };
        await assertClientHasRoom(tx, this.config, wanted);
      }
      await restoreProject(tx, projectId);
      await requestSuggestionsAgain(tx, projectId);
      await recordActivity(tx, {
        projectId,
        type: 'project_restored',
        actorId: engineer.userId,
        message: 'Restored the project',
        engineersOnly: true,
      });
      publishProjectChange(tx, project, 'projects');
    });
  }

  /** Deletes the project with all its files and texts. */
  async deleteForGood(engineer: Engineer, projectId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = await lockDeleted(tx, engineer, projectId);
      await removeProject(tx, projectId);
      await recordAudit(tx, { action: 'deleted', subject: `project ${project.title}, for good`, subjectId: projectId });
      publishProjectChange(tx, { ...project, clientId: null }, 'projects');
    });
  }

  /** Deletes projects whose time in the trash is over. Returns their number. */
  async deleteExpired(): Promise<number> {
    const expired = await this.database.query<{ id: string }>(
      `SELECT id FROM projects WHERE trashed_at < now() - make_interval(days => ${KEPT_DAYS}) ORDER BY id`,
    );
    let gone = 0;
    for (const { id } of expired) {
      await this.database.transaction(async (tx) => {
        const [still] = await tx.query(
          `SELECT 1 FROM projects WHERE id = $1 AND trashed_at < now() - make_interval(days => ${KEPT_DAYS}) FOR UPDATE`,
          [id],
        );
        if (!still) return;
        await removeProject(tx, id);
        gone++;
      });
    }
    return gone;
  }
}

async function lockDeleted(tx: Tx, { studioId }: Engineer, projectId: string): Promise<Project> {
  const project = await tx.manager.findOne(Project, {
    where: { id: projectId, studioId, trashedAt: Not(IsNull()) },
    withDeleted: true,
    lock: { mode: 'pessimistic_write' },
  });
  if (!project) throw notFound('Deleted project');
  return project;
}

/** Normalises a title, so that one typed by hand can be compared. */
const normaliseTitle = (title: string): string => title.normalize('NFC').replace(/\s+/g, ' ').trim();
