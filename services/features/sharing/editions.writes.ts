import { TAGGER_VERSION } from '../../audio-tags/tags.js';
import { clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Tx } from '../../platform/database/tx.js';
import { unfinished } from '../../platform/events/unfinished.js';
import type { Storage } from '../../platform/storage/storage.js';
import { albumOf } from '../album/album.lib.js';
import { ProjectFile } from '../files/file.entity.js';
import { Cover } from '../metadata/cover.entity.js';
import { sheetOf } from '../metadata/metadata.view.js';
import type { Project } from '../projects/project.entity.js';
import { finalsUnlocked } from '../projects/projects.policy.js';
import { lockProject } from '../projects/projects.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { quotaLeft } from '../uploads/quota.lib.js';
import { Edition } from './edition.entity.js';
import { type EditionContent, editionContent, type EditionFinal } from './edition.schema.js';
import { taggedCopyWanted } from './sharing.events.js';
import { TaggedCopy } from './tagged-copy.entity.js';

const CURRENT_FINALS = `
  SELECT file.id AS "fileId", track.id AS "trackId", track.track_number AS "trackNumber",
    coalesce(track.title, regexp_replace(file.original_name, '\\.[^.]*$', '')) AS title, file.slot_type AS "slotType",
    coalesce(audio.facts, audio.probe) -> 'tags' ->> 'isrc' AS isrc, file.original_name AS "fileName", file.deliverable
  FROM files file JOIN audio ON audio.id = file.audio_id LEFT JOIN tracks track ON track.id = file.track_id
  WHERE file.project_id = $1 AND file.file_type <> 'upload' AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM files newer WHERE newer.project_id = file.project_id
      AND newer.parent_file_id = file.id AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
  ORDER BY file.deliverable IS NOT NULL, track.track_number NULLS LAST, file.slot_type, file.original_name, file.id`;

export interface Frozen {
  /** All editions of a project, oldest first. */
  editions: Edition[];
  /** Whether the last change is not in an edition yet, because readers have caused too many. */
  isBehind: boolean;
}

/** Editions of a project within an hour after which readers cause no more: each one has all finals read again. */
const MAX_AN_HOUR = 12;

/**
 * If the finals or their metadata have changed since the last edition, a new one is made. For a reader there may be too
 * many; a release and an announcement always have one.
 */
export async function freezeEdition(
  tx: Tx,
  projectId: string,
  { forReader }: { forReader: boolean } = { forReader: false },
): Promise<Frozen> {
  const project = await lockProject(tx, projectId);
  if (!project) return { editions: [], isBehind: false };
  const editions = await tx.manager.find(Edition, { where: { projectId }, order: { number: 'ASC' } });
  const last = editions.at(-1);
  const { release, tracks } = await sheetOf(tx.manager, project);
  const cover = await tx.manager.findOneBy(Cover, { projectId });
  const studio = await tx.manager.findOneByOrFail(Studio, { id: project.studioId });
  const sheets = new Map(tracks.map((track) => [track.trackId, track]));
  const finals = await tx.query<EditionFinal>(CURRENT_FINALS, [projectId]);
  const withFinals = new Set(finals.map(({ trackId }) => trackId));
  const content = editionContent.parse({
    ...release,
    artist: release.artist || project.clientName,
    title: release.album || project.title,
    finals: finals.map((final) => ({ ...final, isrc: isrcOf(final, sheets.get(final.trackId ?? '')) })),
    sheet: {
      release,
      tracks: tracks.filter(({ trackId }) => withFinals.has(trackId)),
      trackTotal: tracks.length,
      cover: cover?.sha256 ?? null,
    },
    naming: { project: project.title, template: studio.fileNameTemplate },
    places: (await albumOf(tx.manager, projectId)).tracks.filter(({ trackId }) => withFinals.has(trackId)),
  } satisfies EditionContent);
  const isSame = last && isEqual({ ...content, ...last.content }, { ...last.content, ...content });
  const isComplete = last?.content.sheet && last.content.naming && last.content.places;
  if ((isSame && isComplete) || (finals.length === 0 && !last)) return { editions, isBehind: false };
  if (forReader && !isSame && (await isTooOften(tx, projectId))) return { editions, isBehind: true };
  const next = isSame
    ? Object.assign(last, { content: { ...content, ...last.content } })
    : tx.manager.create(Edition, { projectId, number: (last?.number ?? 0) + 1, content });
  const saved = await tx.manager.save(next);
  await keepThumbnail(tx, projectId);
  // Its handler continues with the next one, so that editions take turns.
  const [first] = content.finals;
  if (first) tx.emit(taggedCopyWanted, { editionId: saved.id, fileId: first.fileId });
  return { editions: isSame ? editions : [...editions, saved], isBehind: false };
}

async function isTooOften(tx: Tx, projectId: string): Promise<boolean> {
  const recent = await tx.query(
    `SELECT FROM editions WHERE project_id = $1 AND created_at > now() - interval '1 hour' LIMIT $2`,
    [projectId, MAX_AN_HOUR],
  );
  return recent.length === MAX_AN_HOUR;
}

/** Keeps the small copy of the current cover for an edition's page: the project's may be replaced at any time. */
const keepThumbnail = (tx: Tx, projectId: string) =>
  tx.query(
    `INSERT INTO edition_covers (project_id, sha256, content_type, width, height, thumbnail)
     SELECT project_id, sha256, content_type, width, height, thumbnail FROM covers WHERE project_id = $1
     ON CONFLICT DO NOTHING`,
    [projectId],
  );

/**
 * Keeps the whole cover of an edition from now on, because it was announced or somebody downloads a tagged copy.
 * Nothing is kept for other editions: opening a page must not store a cover for good. Nothing is kept without room,
 * either; then the tagged copies last as long as the project has that cover.
 */
export async function keepCover(
  tx: Tx,
  storage: Storage,
  config: Config,
  { projectId, content }: Edition,
): Promise<void> {
  const sha256 = content.sheet?.cover;
  if (!sha256) return;
  const [current] = await tx.query<{ sizeBytes: number }>(
    `SELECT octet_length(cover.bytes) AS "sizeBytes"
     FROM edition_covers kept JOIN covers cover USING (project_id, sha256)
     WHERE project_id = $1 AND sha256 = $2 AND kept.bytes IS NULL`,
    [projectId, sha256],
  );
  if (!current) return;
  const room = await quotaLeft(tx, storage, config, { projectId, clientId: null, what: 'the cover' });
  if (current.sizeBytes > room.bytes) return;
  await tx.query(
    `UPDATE edition_covers kept SET bytes = cover.bytes FROM covers cover
     WHERE kept.project_id = $1 AND kept.sha256 = $2 AND kept.bytes IS NULL
       AND cover.project_id = kept.project_id AND cover.sha256 = kept.sha256`,
    [projectId, sha256],
  );
}

/** Stores what was read of a tagged copy. Another version of the rules takes the place of an earlier one. */
export async function storeCopy(tx: Tx, copy: TaggedCopy): Promise<void> {
  // The edition and the file may have been deleted with their project meanwhile.
  const isThere =
    (await tx.manager.existsBy(Edition, { id: copy.editionId })) &&
    (await tx.manager.existsBy(ProjectFile, { id: copy.fileId }));
  if (isThere) await tx.manager.upsert(TaggedCopy, copy, ['editionId', 'fileId']);
}

/** SQL: copies of the edition $1 that another version of the rules than $2 made. */
const STALE_COPIES = 'SELECT file_id AS "fileId" FROM tagged_copies WHERE edition_id = $1 AND tagger <> $2';

/** Whether copies of an edition were read by another version of the rules. */
export const hasStaleCopies = async (database: Pick<Tx, 'query'>, editionId: string): Promise<boolean> =>
  (await database.query(`${STALE_COPIES} LIMIT 1`, [editionId, TAGGER_VERSION])).length > 0;

/**
 * Has the copies of an edition read again, because a reader wants them and another version of the rules made them. Those of
 * editions that never had any are only read while they are the newest.
 */
export async function remakeCopies(tx: Tx, { id, content }: Edition): Promise<void> {
  const stale = await tx.query<{ fileId: string }>(STALE_COPIES, [id, TAGGER_VERSION]);
  const first = content.finals.find(({ fileId }) => stale.some((copy) => copy.fileId === fileId));
  if (first && !(await unfinished(tx, taggedCopyWanted, 'editionId', [{ id }])).has(id)) {
    tx.emit(taggedCopyWanted, { editionId: id, fileId: first.fileId });
  }
}

/** Has the next final of an edition read whose copy is not known. */
export async function wantNextCopy(tx: Tx, { id, content }: Edition, fileId: string): Promise<void> {
  const copies = await tx.manager.findBy(TaggedCopy, { editionId: id, tagger: TAGGER_VERSION });
  const known = new Set(copies.map((copy) => copy.fileId));
  const at = content.finals.findIndex((final) => final.fileId === fileId);
  const next = content.finals.slice(at + 1).find((final) => !known.has(final.fileId));
  if (next) tx.emit(taggedCopyWanted, { editionId: id, fileId: next.fileId });
}

/** Another template of names makes no new edition by itself. */
const isEqual = (one: EditionContent, other: EditionContent): boolean => {
  const [first, second] = [one, other].map((content) => JSON.stringify(delivered.parse(content)));
  return first === second;
};
const delivered = editionContent.omit({ naming: true });

/**
 * Freezes the current finals and returns the newest edition if it can be downloaded and was not announced before;
 * otherwise null. It counts as announced from then on.
 */
export async function announceEdition(
  tx: Tx,
  storage: Storage,
  config: Config,
  projectId: string,
): Promise<{ project: Project; edition: Edition; before: Edition | undefined } | null> {
  const project = await lockProject(tx, projectId);
  if (!project || !finalsUnlocked(project)) return null;
  const { editions } = await freezeEdition(tx, projectId);
  const edition = editions.at(-1);
  if (!edition || edition.announcedAt || edition.content.finals.length === 0) return null;
  await tx.manager.update(Edition, { id: edition.id }, { announcedAt: clock.now() });
  await keepCover(tx, storage, config, edition);
  return { project, edition, before: editions.findLast(({ announcedAt }) => announcedAt !== null) };
}

/** All formats of one recording share a code; an instrumental and a clean version have their own. */
function isrcOf(
  { slotType, isrc, deliverable }: EditionFinal,
  sheet: { isrc: string; isrcInstrumental: string; isrcClean: string } | undefined,
): string | null {
  if (deliverable) return isrc;
  const own = { instrumental_master: sheet?.isrcInstrumental, clean_master: sheet?.isrcClean };
  const entered = slotType && slotType in own ? own[slotType as keyof typeof own] : sheet?.isrc;
  return entered || isrc;
}
