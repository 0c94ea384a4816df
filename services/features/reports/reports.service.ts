import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { documentDrawer } from '../../platform/documents/drawer.js';
import type { PdfFile } from '../../platform/documents/reply-pdf.js';
import type { Actor } from '../../platform/http/actor.js';
import { FilesService } from '../files/files.service.js';
import { lineText } from '../orders/order-lines.lib.js';
import { agreedLines, missingOrders } from '../orders/orders.lib.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { TracksService } from '../staging/tracks.service.js';
import { Studio } from '../studio/studio.entity.js';
import { documentBrand } from '../studio-settings/studio.view.js';
import { partsOf } from './report-parts.js';
import type { ReportDocument } from './report-pdf.js';

/** Hundreds of masters take seconds on a busy machine. */
const TIMEOUT_MS = 30_000;
const drawReport = documentDrawer<ReportDocument>(import.meta.url, './report-pdf.child', TIMEOUT_MS);

@Injectable()
export class ReportsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FilesService,
    private readonly tracks: TracksService,
  ) {}

  /**
   * Only engineers get the report and may pass it on. Clients read the same facts in a file's technical sheet.
   * @throws AppError 404 for outsiders, 403 for the project's client.
   */
  async pdf(actor: Actor, projectId: string): Promise<PdfFile> {
    const project = await this.access.forEngineer(actor, projectId);
    const studio = await this.database.manager.findOneByOrFail(Studio, { id: project.studioId });
    const [tracks, files] = await Promise.all([this.tracks.list(actor, projectId), this.files.list(actor, projectId)]);
    const facts = {
      brand: documentBrand(studio),
      timeZone: studio.timeZone,
      projectTitle: project.title,
      clientName: project.clientName,
      madeAt: clock.now(),
      parts: partsOf(tracks, files),
      ordered: (await agreedLines(this.database, projectId)).map(lineText),
      missing: await missingOrders(this.database, projectId),
    };
    const document = await drawReport(facts, studio.id);
    return { document, fileName: `${project.title} report.pdf` };
  }
}
