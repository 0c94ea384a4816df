import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { isItsEngineer } from '../projects/projects.policy.js';
import { Edition } from '../sharing/edition.entity.js';
import type { EditionFinal } from '../sharing/edition.schema.js';
import { SharedAccess } from '../sharing/shared-access.service.js';
import { chosenFinals } from '../sharing/sharing.policy.js';
import type { Identity, UnknownFile } from './identify.schema.js';
import { type KnownFile, recognise } from './recognise.js';

/** Each file takes two requests. */
const MEMBER_RULE = { window: 60, max: 240 };
const VISITOR_RULE = { window: 60, max: 40 };

const FACTS = `audio.sha256, audio.samples_sha256 AS "samplesSha256",
  (coalesce(audio.facts, audio.probe) ->> 'durationS')::float8 AS "durationS",
  CASE WHEN $2 THEN audio.fingerprint END AS fingerprint`;

const FILES = `
  SELECT file.id AS "fileId", file.file_type AS "fileType", file.original_name AS "fileName",
    track.track_number AS "trackNumber", track.title, file.slot_type AS "slotType",
    NOT EXISTS (SELECT FROM files newer WHERE newer.project_id = file.project_id AND newer.parent_file_id = file.id
      AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL) AS "isCurrent", ${FACTS}
  FROM files file JOIN audio ON audio.id = file.audio_id LEFT JOIN tracks track ON track.id = file.track_id
  WHERE file.project_id = $1 AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL`;

const STAGED = `
  SELECT NULL AS "fileId", 'master' AS "fileType", file.original_name AS "fileName",
    track.track_number AS "trackNumber", track.title, slot.slot_type AS "slotType", true AS "isCurrent", ${FACTS}
  FROM staging_files file JOIN audio ON audio.id = file.audio_id
    LEFT JOIN slots slot ON slot.staging_file_id = file.id LEFT JOIN tracks track ON track.id = slot.track_id
  WHERE file.project_id = $1 AND file.status IN ('pending', 'assigned') AND file.hidden_at IS NULL`;

type Row = Omit<KnownFile, 'edition'>;

/** Says what a file is, from checksums and a fingerprint that the browser computed. Only one project is searched. */
@Injectable()
export class IdentifyService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectAccess,
    private readonly shared: SharedAccess,
    private readonly limiter: RateLimiter,
  ) {}

  /** Among everything in the project that the actor sees. @throws AppError 404 for outsiders. */
  async forMember(actor: Actor, projectId: string, file: UnknownFile): Promise<Identity> {
    const project = await this.projects.visible(actor, projectId);
    await this.limiter.enforce(`identify:${actor.userId}`, MEMBER_RULE);
    const params = [projectId, file.fingerprint.length > 0];
    const files = await this.database.query<Row>(FILES, params);
    const staged = isItsEngineer(actor, project) ? await this.database.query<Row>(STAGED, params) : [];
    const editionOf = newestEditions(await this.editions(projectId));
    return recognise(
      file,
      [...files, ...staged].map((row) => ({ ...row, edition: editionOf(row.fileId) })),
    );
  }

  /** Among the finals of all editions that the link covers. @throws AppError as `SharedAccess.open` does. */
  async forVisitor(request: Request, token: string, file: UnknownFile): Promise<Identity> {
    const { link, project } = await this.shared.open(request, token, 'delivery');
    await this.limiter.enforce(`identify:${callerAddress(request)}`, VISITOR_RULE);
    const editions = (await this.editions(project.id)).map(({ number, content }) => ({
      number,
      finals: chosenFinals(link, content.finals),
    }));
    const shown = new Map(editions.flatMap(({ finals }) => finals.map((final) => [final.fileId, final])));
    const newest = new Set(editions.at(-1)?.finals.map(({ fileId }) => fileId));
    const editionOf = newestEditions(editions.map(({ number, finals }) => ({ number, content: { finals } })));
    const rows = await this.database.query<Row>(FILES, [project.id, file.fingerprint.length > 0]);
    const known = rows.flatMap((row) => {
      const final = shown.get(row.fileId!);
      if (!final) return [];
      // Names as the edition shows them, which may be older than those of the project.
      const { trackNumber, title, slotType, fileName } = final;
      const isCurrent = newest.has(final.fileId);
      return [{ ...row, trackNumber, title, slotType, fileName, isCurrent, edition: editionOf(final.fileId) }];
    });
    return recognise(file, known);
  }

  /** Oldest first. */
  private editions(projectId: string): Promise<Edition[]> {
    return this.database.manager.find(Edition, { where: { projectId }, order: { number: 'ASC' } });
  }
}

/** Returns the number of the newest edition that has a file. */
function newestEditions(
  editions: readonly { number: number; content: { finals: readonly Pick<EditionFinal, 'fileId'>[] } }[],
): (fileId: string | null) => number | null {
  const numbers = new Map(
    editions.flatMap(({ number, content }) => content.finals.map(({ fileId }) => [fileId, number] as const)),
  );
  return (fileId) => (fileId === null ? null : (numbers.get(fileId) ?? null));
}
