import { namedAs } from '../../audio-headers/containers.js';
import type { TemplateValues } from '../../file-names/template.js';
import type { Database } from '../../platform/database/database.js';
import { domainWords } from '../../platform/domain-words.js';
import { IS_GONE } from '../audio/send-audio.lib.js';
import { kilohertz, type ManifestFile } from './archive-manifest.js';
import type { ProjectFile } from './file.entity.js';
import type { ArchiveKind } from './files.schema.js';

export interface ArchiveFile extends ManifestFile {
  fileId: string;
  audioId: string;
  objectKey: string;
  originalName: string;
  createdAt: Date;
  deliverable: ProjectFile['deliverable'];
  /** Whether the store is known to have lost it. */
  isGone: boolean;
  /** Takes the place of the stored file. */
  copy?: ArchiveCopy;
}

/** A tagged copy: new bytes before and after a range of the stored file. */
export interface ArchiveCopy {
  sizeBytes: number;
  sha256: string;
  crc32: number;
  headBytes: number;
  /** Range of the stored file; `toByte` is exclusive. */
  fromByte: number;
  toByte: number;
  tailBytes: number;
  head: () => Promise<Uint8Array>;
  tail: () => Promise<Uint8Array>;
}

/** A file's chain of predecessors counts deleted ones too, so that a version keeps its number. */
const VERSION = `(
  WITH RECURSIVE earlier AS (
    SELECT file.parent_file_id AS id
    UNION SELECT parent.parent_file_id FROM earlier JOIN files parent ON parent.id = earlier.id)
  SELECT 1 + count(id) FROM earlier)::integer`;

/** An instrumental or an edit is a recording of its own, so it has an ISRC of its own. */
const ISRC = `coalesce(
  nullif(CASE file.slot_type
    WHEN 'instrumental_master' THEN recording.isrc_instrumental
    WHEN 'clean_master' THEN recording.isrc_clean
    ELSE track.isrc END, ''),
  sound->'tags'->>'isrc')`;

const FILES = `
  SELECT file.id AS "fileId", audio.id AS "audioId", audio.object_key AS "objectKey",
       audio.content_type AS "contentType", file.original_name AS "originalName", file.created_at AS "createdAt", file.deliverable, file.slot_type AS "slotType",
       track.track_number AS "trackNumber", track.title AS "trackTitle", ${VERSION} AS version,
       audio.size_bytes::float8 AS "sizeBytes", audio.sha256, audio.crc32::float8 AS crc32,
       ${IS_GONE} AS "isGone",
       sound->>'container' AS container, (sound->'bitsStored')::integer AS "bitsStored",
       (sound->'float')::boolean AS float, (sound->'sampleRateHz')::integer AS "sampleRateHz",
       (sound->'durationS')::float8 AS "durationS",
       (sound->'loudness'->'integratedLufs')::float8 AS "integratedLufs",
       (sound->'truePeakDbtp')::float8 AS "truePeakDbtp", ${ISRC} AS isrc
     FROM files file JOIN audio ON audio.id = file.audio_id LEFT JOIN tracks track ON track.id = file.track_id
         LEFT JOIN track_metadata recording ON recording.track_id = track.id,
       LATERAL (SELECT coalesce(audio.facts, audio.probe) AS sound) AS analysis
     WHERE file.project_id = $1 AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL`;

type StoredRow = ArchiveFile & { contentType: string };

/** Earlier versions stored audio under any extension. */
const named = (rows: StoredRow[]): ArchiveFile[] =>
  rows.map(({ contentType, ...file }) => ({ ...file, originalName: namedAs(file.originalName, contentType) }));

/** The facts of a file that an edition of a delivery has frozen. */
export type ChosenFile = Pick<ArchiveFile, 'fileId' | 'trackNumber' | 'trackTitle' | 'slotType' | 'isrc' | 'copy'>;

/** These files, in any order. Deleted ones are left out. */
export const chosenFiles = (database: Database, projectId: string, fileIds: string[]): Promise<ArchiveFile[]> =>
  database.query<StoredRow>(`${FILES} AND file.id = ANY($2)`, [projectId, fileIds]).then(named);

/** The current files (without replaced ones) in track order. */
export function archiveFiles(database: Database, projectId: string, kind: ArchiveKind): Promise<ArchiveFile[]> {
  const rows = database.query<StoredRow>(
    `${FILES} AND (file.file_type = 'upload') = $2
       AND NOT EXISTS (SELECT FROM files newer WHERE newer.project_id = file.project_id
         AND newer.parent_file_id = file.id AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
     ORDER BY file.deliverable IS NOT NULL, track.track_number NULLS LAST, file.original_name, file.id`,
    [projectId, kind === 'originals'],
  );
  return rows.then(named);
}

/** The values of a template for a master; null for a file without a track and for other files, which keep their names. */
export function templateValues(file: ArchiveFile, project: string, lastTrack: number): TemplateValues | null {
  const { trackNumber, trackTitle, slotType, bitsStored, sampleRateHz, deliverable } = file;
  if (trackTitle === null || deliverable) return null;
  return {
    nn: String(trackNumber).padStart(Math.max(2, String(lastTrack).length), '0'),
    title: trackTitle,
    slot: slotType ? shortLabel(domainWords.slotTypes[slotType].label) : '',
    bits: bitsStored === null ? '' : String(bitsStored),
    rate: sampleRateHz === null ? '' : kilohertz(sampleRateHz),
    project,
    name: file.originalName,
  };
}

/** Such as `Streaming` for `Streaming Master`. */
const shortLabel = (label: string): string => label.replace(/ Master$/, '').replace('/', ' ');
