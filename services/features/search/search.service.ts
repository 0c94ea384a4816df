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

/** Clients do not see tracks without a released master. $1 are patterns, $2 the studio of an engineer. */
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
     WHERE t.title ILIKE ANY($1) AND ($2::uuid IS NOT NULL OR EXISTS (SELECT FROM ${MASTERS}))
     ORDER BY p.updated_at DESC, p.id, t.track_number LIMIT ${MAX_RESULTS}) t)
  UNION ALL
  (SELECT 'file', f.id, f.file_name, p.id, p.title, f.id
   FROM files f JOIN seen p ON p.id = f.project_id
   WHERE f.file_name ILIKE ANY($1) AND ${SHOWN}
   ORDER BY p.updated_at DESC, p.id, f.created_at DESC, f.id LIMIT ${MAX_RESULTS})`;

/** The indexes find three letters anywhere, and fewer only where a word begins. */
const INDEXED_LETTERS = 3;
/** Characters before a word in a title or the name of a file. */
const WORD_STARTS = ['', '% ', '%-', '%\\_', '%.', '%('];
/** Scripts without spaces between words. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** The words must appear in their order; one that is too short for the indexes must begin a word. */
function patternsOf(search: string): string[] {
  const words = search.split(/\s+/).map((word) => word.replace(/[\\%_]/g, '\\$&'));
  const pattern = `${words.join('%')}%`;
  const anywhere = WITHOUT_SPACES.test(search) || words.some((word) => word.length >= INDEXED_LETTERS);
  return (anywhere ? ['%'] : WORD_STARTS).map((start) => start + pattern);
}

/** Finds tracks and files in all projects that the actor may see, those of recently changed projects first. */
@Injectable()
export class SearchService {
  constructor(private readonly database: Database) {}

  find(actor: Actor, search: string): Promise<SearchResult[]> {
    return this.database.query<SearchResult>(FOUND, [
      patternsOf(search),
      isEngineer(actor) ? actor.studioId : null,
      actor.userId,
      invitedTo(actor),
      actor.barredFrom,
    ]);
  }
}
