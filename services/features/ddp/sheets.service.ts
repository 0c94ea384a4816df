import { Injectable } from '@nestjs/common';
import { ean13 } from '../../ddp/codes.js';
import { cueSheet, orderText, type PqRow, pqRows, signedMsf } from '../../ddp/pq-sheet.js';
import { msf } from '../../ddp/time.js';
import { clock } from '../../platform/clock.js';
import { csvRow } from '../../platform/csv.js';
import { Database } from '../../platform/database/database.js';
import { documentDrawer } from '../../platform/documents/drawer.js';
import { unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { sheetOf } from '../metadata/metadata.view.js';
import type { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { documentBrand } from '../studio-settings/studio.view.js';
import { User } from '../users/user.entity.js';
import type { SheetFormat } from './ddp.schema.js';
import { nameOf, type ProjectDisc, sheetVersion, wavNameOf } from './discs.lib.js';
import { DiscsService } from './discs.service.js';
import { recordCopy } from './made-copies.writes.js';
import type { PqSheetDocument } from './pq-sheet-pdf.js';
import { WAVELAB_TEMPLATE } from './wavelab-template.js';

const drawPqSheet = documentDrawer<PqSheetDocument>(import.meta.url, './pq-sheet.child');

/** Excel reads a CSV as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

export interface Sheet {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

/** PQ sheet, cue sheet and the text for a plant's form. Everyone who sees the project gets them. */
@Injectable()
export class SheetsService {
  constructor(
    private readonly database: Database,
    private readonly discs: DiscsService,
  ) {}

  /** @throws AppError 422 while the length of a track is not known. */
  async sheet(actor: Actor, projectId: string, number: number, format: SheetFormat): Promise<Sheet> {
    const { project, disc } = await this.discs.shown(actor, projectId, number);
    const name = nameOf(disc);
    const text = (fileName: string, contentType: string, content: string): Sheet => ({
      fileName,
      contentType,
      bytes: Buffer.from(content),
    });
    if (format === 'wavelab') return text('Lacquer metadata (WaveLab template).txt', 'text/plain', WAVELAB_TEMPLATE);
    if (disc.tracks.length === 0 || disc.tracks.some(({ samples }) => samples === null)) {
      const reasons = disc.findings.filter(({ level }) => level === 'error').map(({ message }) => message);
      throw unprocessable(
        'no_times',
        `The times are known once all CD masters are released. ${reasons[0] ?? ''}`.trim(),
      );
    }
    await recordCopy(this.database, actor, project, {
      kind: format,
      part: String(number),
      version: sheetVersion(disc),
    });
    const upc = ean13(disc.disc.upc) ?? '';
    switch (format) {
      case 'csv':
        return text(`${name} PQ sheet.csv`, 'text/csv', csvOf(disc, upc));
      case 'cue':
        return text(`${name}.cue`, 'text/plain', cueSheet(disc.disc, disc.layout, upc, wavNameOf(disc)));
      case 'text':
        return text(`${name} order.txt`, 'text/plain', orderText(disc.disc, disc.layout, upc));
      case 'pdf': {
        const bytes = await drawPqSheet(await this.document(project, disc, upc), project.studioId);
        return { fileName: `${name} PQ sheet.pdf`, contentType: 'application/pdf', bytes };
      }
    }
  }

  private async document(
    project: Project,
    { disc, label, layout }: ProjectDisc,
    upc: string,
  ): Promise<PqSheetDocument> {
    const { manager } = this.database;
    const studio = await manager.findOneByOrFail(Studio, { id: project.studioId });
    const engineer = await manager.findOneByOrFail(User, { id: project.engineerId });
    const { release } = await sheetOf(manager, project);
    const start = layout.tracks[0]!.start;
    return {
      brand: documentBrand(studio),
      timeZone: studio.timeZone,
      madeAt: clock.now(),
      title: disc.title,
      performer: disc.performer,
      facts: [
        ['Label', label],
        ['Catalogue number', release.catalogueNumber],
        ['UPC/EAN', upc],
        ['Master ID', disc.masterId],
        ['Tracks', String(disc.tracks.length)],
        ['Playing time', msf(layout.frames - start)],
        ['Image', msf(layout.frames)],
        ['Engineer', engineer.name],
      ],
      rows: pqRows(disc, layout),
      leadOut: { absolute: layout.frames, relative: layout.frames - start },
    };
  }
}

const COLUMNS: [string, (row: PqRow) => string | number][] = [
  ['track', ({ track }) => track],
  ['index', ({ index }) => String(index).padStart(2, '0')],
  ['start_absolute', ({ absolute }) => msf(absolute)],
  // A minus sign at the beginning would be a formula in a spreadsheet.
  ['start_relative', ({ relative }) => (relative < 0 ? '' : signedMsf(relative))],
  ['length', ({ length }) => msf(length)],
  ['title', ({ title }) => title],
  ['artist', ({ performer }) => performer],
  ['isrc', ({ isrc }) => isrc],
];

function csvOf({ disc, layout }: ProjectDisc, upc: string): string {
  const head = ['upc', 'release_title', ...COLUMNS.map(([name]) => name)];
  const start = layout.tracks[0]!.start;
  const leadOut = [upc, disc.title, 'AA', '01', msf(layout.frames), msf(layout.frames - start), '', 'Lead-out', '', ''];
  const rows = pqRows(disc, layout).map((row) => [upc, disc.title, ...COLUMNS.map(([, of]) => of(row))]);
  return BYTE_ORDER_MARK + [head, ...rows, leadOut].map((each) => csvRow(each)).join('');
}
