import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type Actor, isEngineer } from '../../platform/http/actor.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { invitedTo } from '../projects/projects.policy.js';
import type { SearchResult } from './search.schema.js';

/** Limit for each kind. */
const MAX_RESULTS = 6;

const SHOWN = 'completed_at IS NOT NULL AND deleted_at IS NULL';
const MASTERS = `files WHERE track_id = t.id AND file_type <> 'upload' AND deliverable IS NULL AND ${SHOWN}`;

/** Clients do not see tracks without a released master. $1 is a pattern, $2 the studio of an engineer. */
const FOUND = `
  WITH seen AS (
    SELECT id, title, updated_at FROM ${LIVE_PROJECTS} p
    WHERE CASE WHEN $2::uuid IS NULL
      THEN (client_id = $3 OR id = ANY($4::uuid[])) AND studio_id <> ALL($5::uuid[])
      ELSE studio_id = $2 END)
  (SELECT t.*, (SELECT id FROM ${MASTERS} ORDER BY created_at DESC, id DESC LIMIT 1) AS "fileId"
   FROM (
     SELECT 'track' AS kind, t.id, t.title AS name, p.id AS "projectId", p.title AS "projectTitle"
     FROM tracks t JOIN seen p ON p.id = t.project_id
     WHERE t.title ILIKE $1 AND ($2::uuid IS NOT NULL OR EXISTS (SELECT FROM ${MASTERS}))
     ORDER BY p.updated_at DESC, p.id, t.track_number LIMIT ${MAX_RESULTS}) t)
  UNION ALL
  (SELECT 'file', f.id, f.file_name, p.id, p.title, f.id
   FROM files f JOIN seen p ON p.id = f.project_id
   WHERE f.file_name ILIKE $1 AND ${SHOWN}
   ORDER BY p.updated_at DESC, p.id, f.created_at DESC, f.id LIMIT ${MAX_RESULTS})`;

/** Finds tracks and files in all projects that the actor may see, those of recently changed projects first. */
@Injectable()
export class SearchService {
  constructor(private readonly database: Database) {}

  /** The words must appear in their order. */
  find(actor: Actor, search: string): Promise<SearchResult[]> {
    const words = search.split(/\s+/).map((word) => word.replace(/[\\%_]/g, '\\$&'));
    return this.database.query<SearchResult>(FOUND, [
      `%${words.join('%')}%`,
      isEngineer(actor) ? actor.studioId : null,
      actor.userId,
      invitedTo(actor),
      actor.barredFrom,
    ]);
  }
}
