import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { isoTime } from '../../platform/http/fields.js';
import { storableJson } from '../../platform/text.js';
import { RECEIPT_NAMES } from '../../receipt/names.js';
import { type Receipt, receiptFiles } from '../../receipt/receipt.js';
import type { ArchiveExtras } from '../files/archive-layout.lib.js';
import type { Project } from '../projects/project.entity.js';
import { finalsUnlocked } from '../projects/projects.policy.js';
import { Studio } from '../studio/studio.entity.js';
import { Edition } from './edition.entity.js';
import type { ReceiptFacts } from './edition.schema.js';
import { SigningKeysService } from './signing-keys.service.js';

interface FileActs {
  fileId: string;
  releasedBy: string;
  releasedAt: Date;
  approvedBy: string | null;
  approvedAt: Date | null;
}

/** Makes the signed receipt in the archive of an edition. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeysService,
  ) {}

  /** The receipt as files of an archive. Its bytes are the same each time, so a download can be resumed. */
  async extras(project: Project, edition: Edition): Promise<ArchiveExtras> {
    const pair = await this.keys.current();
    const { files: acts, paid, ...facts } = await this.factsOf(project, edition);
    return {
      names: RECEIPT_NAMES,
      make: (files, lists) => {
        const own = Object.entries(lists).map(([name, bytes]) => ({
          name,
          sizeBytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          uploaded: null,
          released: null,
          approved: null,
        }));
        const receipt: Receipt = {
          title: edition.content.title,
          artist: edition.content.artist,
          edition: edition.number,
          editionOf: isoTime(edition.createdAt),
          ...facts,
          // Receipts of the previous version were stored with sums.
          paid: paid.map(({ at }) => ({ at })),
          files: [
            ...files.map(({ fileId, path, sizeBytes, sha256, originalName, copy }) => ({
              name: path,
              sizeBytes: copy?.sizeBytes ?? sizeBytes,
              sha256: copy?.sha256 ?? sha256,
              uploaded: { name: originalName, sizeBytes, sha256 },
              released: acts[fileId]?.released ?? null,
              approved: acts[fileId]?.approved ?? null,
            })),
            ...own,
          ],
        };
        return receiptFiles(receipt, pair);
      },
    };
  }

  /** Frozen with the first download after the unlock, so that a later payment does not change an old archive. */
  private async factsOf(project: Project, edition: Edition): Promise<ReceiptFacts> {
    if (edition.receipt) return edition.receipt;
    const facts = await this.read(project, edition);
    if (!finalsUnlocked(project)) return facts;
    return this.database.transaction(async (tx) => {
      await tx.query('UPDATE editions SET receipt = $2 WHERE id = $1 AND receipt IS NULL', [
        edition.id,
        storableJson(facts),
      ]);
      return (await tx.manager.findOneByOrFail(Edition, { id: edition.id })).receipt!;
    });
  }

  private async read(project: Project, { content }: Edition): Promise<ReceiptFacts> {
    const fileIds = content.finals.map(({ fileId }) => fileId);
    const acts = await this.database.query<FileActs>(
      `SELECT f.id AS "fileId", uploader.name AS "releasedBy", f.created_at AS "releasedAt",
         decider.name AS "approvedBy", a.created_at AS "approvedAt"
       FROM files f JOIN users uploader ON uploader.id = f.uploaded_by JOIN audio ON audio.id = f.audio_id
         LEFT JOIN approvals a ON a.file_id = f.id AND a.verdict = 'approved' AND a.sha256 = audio.sha256
         LEFT JOIN users decider ON decider.id = a.user_id
       WHERE f.id = ANY($1)`,
      [fileIds],
    );
    const paid = await this.database.query<{ paidAt: Date }>(
      `SELECT paid_at AS "paidAt" FROM invoices
       WHERE project_id = $1 AND status = 'paid' AND paid_at IS NOT NULL ORDER BY number`,
      [project.id],
    );
    const studio = await this.database.manager.findOneByOrFail(Studio, { id: project.studioId });
    return {
      asOf: isoTime(clock.now()),
      studio: studio.brandName || studio.name,
      client: project.clientName,
      files: Object.fromEntries(
        acts.map(({ fileId, releasedBy, releasedAt, approvedBy, approvedAt }) => [
          fileId,
          {
            released: { by: releasedBy, at: isoTime(releasedAt) },
            approved: approvedBy && approvedAt ? { by: approvedBy, at: isoTime(approvedAt) } : null,
          },
        ]),
      ),
      paid: paid.map(({ paidAt }) => ({ at: isoTime(paidAt) })),
    };
  }
}
