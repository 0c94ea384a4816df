import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { StorageKind } from '../../platform/domain-words.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { recordAudit } from '../audit/audit.writes.js';
import { purgeProjects } from '../project-lifecycle/deleted-projects.writes.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { IN_TRASH, KEPT_DAYS, purge } from '../trash-store/trash.writes.js';
import { ownTrash } from './trash.policy.js';
import type { EmptyStudioTrash, StudioTrash, TrashItemView, TrashListQuery, TrashTotal } from './trash.schema.js';

interface Row {
  id: string;
  fileName: string;
  kind: StorageKind | null;
  sizeBytes: string;
  projectId: string | null;
  projectTitle: string | null;
  trashedBy: string | null;
  trashedAt: Date;
  endsAt: Date;
  canRestore: boolean;
}

/** Deleted files that still take up space. */
@Injectable()
export class TrashService {
  constructor(private readonly database: Database) {}

  /** Most recently deleted first. */
  async list(actor: Actor, { limit, cursor }: TrashListQuery): Promise<Page<TrashItemView>> {
    const { condition, params } = ownTrash(actor);
    const [after] = cursor ? decodeCursor(cursor, z.tuple([id])) : [null];
    const rows = await this.database.query<Row>(
      `SELECT trash.id, trash.file_name AS "fileName", trash.kind, trash.size_bytes AS "sizeBytes",
         p.id AS "projectId", p.title AS "projectTitle", users.name AS "trashedBy", trash.trashed_at AS "trashedAt",
         trash.trashed_at + make_interval(days => ${KEPT_DAYS}) AS "endsAt",
         p.id IS NOT NULL AND (trash.file_id IS NOT NULL OR trash.staged IS NOT NULL) AS "canRestore"
       FROM trash LEFT JOIN ${LIVE_PROJECTS} p ON p.id = trash.project_id LEFT JOIN users ON users.id = trash.trashed_by
       WHERE ${condition} AND ($2::uuid IS NULL OR trash.id < $2) ORDER BY trash.id DESC LIMIT $3`,
      [...params, after, limit + 1],
    );
    return cutPage(
      rows,
      limit,
      ({ sizeBytes, trashedAt, endsAt, canRestore, ...row }) => ({
        ...row,
        bytes: Number(sizeBytes),
        trashedAt: isoTime(trashedAt),
        endsAt: isoTime(endsAt),
        can: { restore: canRestore },
      }),
      (row) => [row.id],
    );
  }

  async total(actor: Actor): Promise<TrashTotal> {
    const { condition, params } = ownTrash(actor);
    const [total] = await this.database.query<TrashTotal>(
      `SELECT count(*)::int AS files, coalesce(sum(size_bytes), 0)::float8 AS bytes FROM trash WHERE ${condition}`,
      params,
    );
    return total!;
  }

  empty(actor: Actor): Promise<TrashTotal> {
    const { condition, params } = ownTrash(actor);
    return this.database.transaction((tx) => recorded(tx, purge(tx, condition, params)));
  }

  async delete(actor: Actor, itemId: string): Promise<void> {
    const { condition, params } = ownTrash(actor);
    const { files } = await this.database.transaction((tx) =>
      recorded(tx, purge(tx, `${condition} AND trash.id = $2`, [...params, itemId])),
    );
    if (files === 0) throw notFound('Deleted file');
  }

  /** The trash of every studio, including its clients' and its deleted projects. */
  studios(): Promise<StudioTrash[]> {
    return this.database.query<StudioTrash>(
      `SELECT kept.studio_id AS "studioId", studios.name AS "studioName", count(*)::int AS files,
         sum(size_bytes)::float8 AS bytes
       FROM (${IN_TRASH}) AS kept LEFT JOIN studios ON studios.id = kept.studio_id
       GROUP BY 1, 2 ORDER BY bytes DESC, 1`,
    );
  }

  emptyStudio(which: EmptyStudioTrash['which']): Promise<TrashTotal> {
    return this.database.transaction(async (tx) => {
      if (which === 'unknown') return recorded(tx, purge(tx, 'studio_id IS NULL', []));
      const studioId = which === 'all' ? null : which;
      const files = await purge(tx, '$1::uuid IS NULL OR studio_id = $1', [studioId]);
      const projects = await purgeProjects(tx, studioId);
      const total = { files: files.files + projects.files, bytes: files.bytes + projects.bytes };
      return recorded(tx, Promise.resolve(total));
    });
  }
}

/** Records in the audit trail how many files were deleted for good. */
async function recorded(tx: Tx, purged: Promise<TrashTotal>): Promise<TrashTotal> {
  const total = await purged;
  if (total.files > 0)
    await recordAudit(tx, { action: 'deleted', subject: `${total.files} files in the trash, for good` });
  return total;
}
