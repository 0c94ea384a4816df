import type { Tx } from '../../platform/database/tx.js';
import type { SentOfFile } from '../files/downloads.service.js';
import { Edition } from './edition.entity.js';
import { ShareLink } from './share-link.entity.js';
import { deliveryFetched } from './sharing.events.js';
import { chosenFinals } from './sharing.policy.js';

const COMPLETE = 'SELECT file_id AS "fileId" FROM share_link_fetches WHERE link_id = $1 AND completed_at IS NOT NULL';

/** Adds ranges to what was downloaded through a link, and reports an edition that is complete with them. */
export async function recordLinkFetch(tx: Tx, linkId: string, sent: readonly SentOfFile[]): Promise<void> {
  const link = await tx.manager.findOne(ShareLink, { where: { id: linkId }, lock: { mode: 'pessimistic_write' } });
  // The link may have been deleted with its project during the download.
  if (!link || sent.length === 0) return;
  const before = await tx.query(COMPLETE, [linkId]);
  const columns = (['fileId', 'start', 'end', 'sizeBytes'] as const).map((key) => sent.map((each) => each[key]));
  await tx.query(
    `WITH sent AS (SELECT * FROM unnest($2::uuid[], $3::int8[], $4::int8[], $5::int8[]) AS sent (file_id, first, ending, size))
     INSERT INTO share_link_fetches AS known (link_id, file_id, received, completed_at)
     SELECT $1, file_id, int8multirange(int8range(first, ending)),
       CASE WHEN int8range(first, ending) @> int8range(0, size) THEN now() END
     FROM sent WHERE EXISTS (SELECT FROM files WHERE id = file_id)
     ON CONFLICT (link_id, file_id) DO UPDATE SET received = known.received + EXCLUDED.received,
       completed_at = coalesce(known.completed_at, CASE WHEN known.received + EXCLUDED.received
         @> int8range(0, (SELECT size FROM sent WHERE sent.file_id = known.file_id)) THEN now() END)`,
    [linkId, ...columns],
  );
  const complete = await tx.query<{ fileId: string }>(COMPLETE, [linkId]);
  if (complete.length > before.length) await reportFetched(tx, link, new Set(complete.map(({ fileId }) => fileId)));
}

/** The newest edition whose files are all complete counts as downloaded; metadata alone is not downloaded again. */
async function reportFetched(tx: Tx, link: ShareLink, complete: Set<string>): Promise<void> {
  const { projectId } = link;
  const editions = await tx.manager.find(Edition, { where: { projectId }, order: { number: 'DESC' } });
  for (const edition of editions.filter(({ number }) => number > link.fetchedEdition)) {
    const fileIds = await presentFinals(tx, link, edition);
    if (fileIds.length === 0 || !fileIds.every((fileId) => complete.has(fileId))) continue;
    await tx.manager.update(ShareLink, { id: link.id }, { fetchedEdition: edition.number });
    tx.emit(deliveryFetched, { linkId: link.id, projectId, edition: edition.number });
    return;
  }
}

/** The finals of an edition that a link contains, without those that the studio has deleted since. */
export async function presentFinals(
  tx: Pick<Tx, 'query'>,
  link: Pick<ShareLink, 'trackIds' | 'formats'>,
  { content }: Pick<Edition, 'content'>,
): Promise<string[]> {
  const chosen = chosenFinals(link, content.finals).map(({ fileId }) => fileId);
  const rows = await tx.query<{ id: string }>('SELECT id FROM files WHERE id = ANY($1) AND deleted_at IS NULL', [
    chosen,
  ]);
  return rows.map(({ id }) => id);
}
