import { formatBytes } from '../../platform/bytes.js';
import type { Config } from '../../platform/config.js';
import { advisoryLocks } from '../../platform/database/locks.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, noRoomLeft } from '../../platform/errors.js';
import type { Storage } from '../../platform/storage/storage.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';

interface QuotaRequest {
  projectId: string;
  /** The client who uploads; null for engineers. */
  clientId: string | null;
  /** Name of the upload in an error message. */
  what: string;
  sizeBytes: number;
}

interface QuotaUsage {
  project: string;
  client: string;
  /** Announced uploads that have not completely arrived. */
  coming: string;
}

/** Says why the limit may be reached with fewer files than one sees, and what to do. */
const TRASH_COUNTS = 'That includes files in the trash, which can be deleted for good on the page Storage.';

const STORED_BYTES = 'size_bytes + coalesce(derived_bytes, 0) + coalesce(lossless_bytes, 0)';

/**
 * SQL: bytes of a client's uploads and of their trash. A project that an engineer has deleted does not count against
 * the client.
 */
const clientBytes = (client: string) => `
  (SELECT coalesce(sum(${STORED_BYTES}), 0) FROM audio WHERE id IN (
     SELECT audio_id FROM files JOIN ${LIVE_PROJECTS} p ON p.id = project_id
     WHERE uploaded_by = ${client} AND file_type = 'upload' AND deleted_at IS NULL))
  + (SELECT coalesce(sum(size_bytes), 0) FROM trash WHERE client_id = ${client})`;

/** SQL: the bytes of covers and their small copies, of projects and of editions. */
export const STORED_COVERS = `
  SELECT project_id, sha256, octet_length(bytes) + octet_length(thumbnail) AS size_bytes FROM covers
  UNION ALL
  SELECT project_id, sha256, coalesce(octet_length(bytes), 0) + coalesce(octet_length(thumbnail), 0) FROM edition_covers`;

/**
 * Bytes that count against the limits: originals with their derived files, announced uploads, covers, and the trash
 * until it is emptied.
 */
const USED = `
  SELECT
    (SELECT coalesce(sum(${STORED_BYTES}), 0) FROM audio WHERE id IN (
       SELECT audio_id FROM staging_files WHERE project_id = $1
       UNION SELECT audio_id FROM files WHERE project_id = $1 AND deleted_at IS NULL))
    + (SELECT coalesce(sum(size_bytes), 0) FROM trash WHERE project_id = $1)
    + (SELECT coalesce(sum(upload_bytes), 0) FROM staging_files WHERE project_id = $1 AND status = 'incoming')
    + (SELECT coalesce(sum(size_bytes), 0) FROM (${STORED_COVERS}) cover WHERE project_id = $1) AS project,
    ${clientBytes('$2')} AS client,
    (SELECT coalesce(sum(upload_bytes), 0) FROM staging_files WHERE status = 'incoming')
    + (SELECT coalesce(sum(size_bytes), 0) FROM audio WHERE id IN (
         SELECT audio_id FROM files WHERE completed_at IS NULL AND deleted_at IS NULL)) AS coming`;

/**
 * Returns the bytes that may still be stored and the error for exceeding them. Takes a lock until the transaction ends,
 * so that two uploads cannot claim the same bytes.
 */
export async function quotaLeft(
  tx: Tx,
  storage: Storage,
  { maxProjectBytes, maxClientBytes }: Config,
  { projectId, clientId, what }: Omit<QuotaRequest, 'sizeBytes'>,
): Promise<{ bytes: number; exceeded: AppError }> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.quota]);
  const [used] = await tx.query<QuotaUsage>(USED, [projectId, clientId]);
  const room = await storage.room();
  const limits = [
    {
      bytes: room === null ? Infinity : room - Number(used!.coming),
      exceeded: noRoomLeft(`There is no room left to store ${what}`),
    },
    {
      bytes: maxProjectBytes - Number(used!.project),
      exceeded: conflict(
        'project_full',
        `There is no room for ${what}: a project holds at most ${formatBytes(maxProjectBytes)}. ${TRASH_COUNTS}`,
      ),
    },
    {
      bytes: clientId ? maxClientBytes - Number(used!.client) : Infinity,
      exceeded: clientFull(what, maxClientBytes),
    },
  ];
  return limits.reduce((tightest, limit) => (limit.bytes < tightest.bytes ? limit : tightest));
}

/** @throws AppError 507 when the disk has no room for it, 409 when the project or the client has stored too much. */
export async function assertWithinQuota(
  tx: Tx,
  storage: Storage,
  config: Config,
  { sizeBytes, ...wanted }: QuotaRequest,
): Promise<void> {
  const { bytes, exceeded } = await quotaLeft(tx, storage, config, wanted);
  if (sizeBytes > bytes) throw exceeded;
}

/**
 * For stored bytes that are to count against a client again, such as a restored file: disk and project usage do not
 * change.
 * @throws AppError 409 when the client has stored too much.
 */
export async function assertClientHasRoom(
  tx: Tx,
  { maxClientBytes }: Config,
  { clientId, what, sizeBytes }: { clientId: string; what: string; sizeBytes: number },
): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.quota]);
  const [used] = await tx.query<{ bytes: string }>(`SELECT ${clientBytes('$1')} AS bytes`, [clientId]);
  if (Number(used!.bytes) + sizeBytes > maxClientBytes) throw clientFull(what, maxClientBytes);
}

const clientFull = (what: string, maxClientBytes: number): AppError =>
  conflict(
    'client_full',
    `There is no room for ${what}: a client may store at most ${formatBytes(maxClientBytes)}. ${TRASH_COUNTS}`,
  );
