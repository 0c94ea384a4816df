import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { namedAs } from '../../audio-headers/containers.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError, conflict, notFound, unprocessable } from '../../platform/errors.js';
import { sendObject } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import { albumOf } from '../album/album.lib.js';
import { renewPreview } from '../audio/audio.writes.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { uploadedCueSheet } from '../deliverables/cue-sheets.lib.js';
import type { ArchiveCopy } from '../files/archive-files.lib.js';
import { ArchivesService } from '../files/archives.service.js';
import { DownloadsService, type SentOfFile } from '../files/downloads.service.js';
import type { KnownErrors } from '../files/file.entity.js';
import { isFirstRequest } from '../files/sent-range.lib.js';
import { type Picture, pictureOf } from '../metadata/covers.service.js';
import type { Project } from '../projects/project.entity.js';
import { canDecide } from '../projects/projects.policy.js';
import { Studio } from '../studio/studio.entity.js';
import { DeliveryAccess, type OpenedDelivery } from './delivery-access.service.js';
import { type Caution, cautionsFor, type Readings, readingsOf } from './delivery-checks.lib.js';
import { Edition } from './edition.entity.js';
import type { EditionFinal } from './edition.schema.js';
import { editionChanges } from './edition-changes.lib.js';
import { copyOf, EditionCopies } from './edition-copies.service.js';
import { EditionsService } from './editions.service.js';
import { keepCover } from './editions.writes.js';
import { ReceiptsService } from './receipts.service.js';
import type { ShareLink } from './share-link.entity.js';
import { formatOf } from './sharing.policy.js';
import type { LinkFormat } from './sharing.schema.js';
import { SigningKeysService } from './signing-keys.service.js';
import type { TaggedCopy } from './tagged-copy.entity.js';

/** The facts of a final's stored file, which never change. */
interface FileFacts {
  fileId: string;
  audioId: string;
  objectKey: string;
  contentType: string;
  previewKey: string | null;
  /** Whole decibels by which its preview is lower than it is. */
  loweredDb: number;
  sizeBytes: number;
  sha256: string | null;
  container: string | null;
  bitsStored: number | null;
  float: boolean | null;
  sampleRateHz: number | null;
  channels: number | null;
  durationS: number | null;
  integratedLufs: number | null;
  truePeakDbtp: number | null;
  knownErrors: KnownErrors | null;
}
/** `copy` is its tagged copy if the reader wants those: null if it cannot be tagged, undefined if it is not known yet. */
export type DeliveredFinal = EditionFinal & FileFacts & { copy?: TaggedCopy | null | undefined };

export interface Delivery {
  /** Address of the page, without a slash at its end. */
  base: string;
  /** Null for people who have signed in. */
  link: ShareLink | null;
  project: Pick<Project, 'id' | 'title' | 'invoiceStatus'>;
  studio: { name: string; logo: string };
  edition: Edition;
  /** Whether changes of the last hour are not in an edition yet. */
  isBehind: boolean;
  /** Newest first. */
  history: { number: number; createdAt: Date; changes: string[] }[];
  /** Without files that the studio has deleted since. */
  finals: DeliveredFinal[];
  /** Checksum of the edition's cover; null if it has none. */
  cover: string | null;
  readings: Readings;
  /** Warnings for readers before they use a final, by file. */
  cautions: ReadonlyMap<string, Caution>;
  mayDownload: boolean;
  /** Whether tagged copies are shown. */
  tagged: boolean;
  /** False if the edition's cover was replaced before anyone needed it. */
  canTag: boolean;
  /** Keys that sign receipts, newest first. */
  keys: { fingerprint: string; since: Date }[];
  /** Whether the reader can pay on the page of the invoice. */
  mayPay: boolean;
}

const FACTS = `
  SELECT file.id AS "fileId", file.known_errors AS "knownErrors", audio.id AS "audioId", audio.object_key AS "objectKey", audio.content_type AS "contentType",
    audio.preview_key AS "previewKey", coalesce((sound->'played'->'loweredDb')::integer, 0) AS "loweredDb", audio.size_bytes::float8 AS "sizeBytes", audio.sha256,
    sound->>'container' AS container, (sound->'bitsStored')::integer AS "bitsStored", (sound->'float')::boolean AS float,
    (sound->'sampleRateHz')::integer AS "sampleRateHz", (sound->'channels')::integer AS channels,
    (sound->'durationS')::float8 AS "durationS",
    (sound->'loudness'->'integratedLufs')::float8 AS "integratedLufs", (sound->'truePeakDbtp')::float8 AS "truePeakDbtp"
  FROM files file JOIN audio ON audio.id = file.audio_id,
    LATERAL (SELECT coalesce(audio.facts, audio.probe) AS sound) AS analysis
  WHERE file.id = ANY($1) AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL`;

interface ArchiveChoice {
  tagged?: boolean | undefined;
  format?: LinkFormat | undefined;
  track?: string | undefined;
}

/** Everything that readers of a delivery see and download. */
@Injectable()
export class DeliveriesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: DeliveryAccess,
    private readonly editions: EditionsService,
    private readonly archives: ArchivesService,
    private readonly downloads: DownloadsService,
    private readonly receipts: ReceiptsService,
    private readonly copies: EditionCopies,
    private readonly keys: SigningKeysService,
  ) {}

  /** The newest edition, or that one. @throws AppError 404 if there is none. */
  async show(
    request: Request,
    response: Response,
    reference: string,
    { number, tagged }: { number: number | null; tagged: boolean },
  ): Promise<Delivery> {
    const opened = await this.access.open(request, response, reference);
    const { project, reader, base } = opened;
    const { editions, isBehind } = await this.editions.freeze(project.id);
    const edition = number === null ? editions.at(-1) : editions.find((each) => each.number === number);
    if (!edition && number !== null) throw notFound('Edition');
    if (!edition)
      throw new AppError(404, 'nothing_yet', 'There are no finals yet. Open this link again after the release.');
    const studio = await this.database.manager.findOneByOrFail(Studio, { id: project.studioId });
    const contents = editions.map(({ content }) => ({
      ...content,
      finals: this.access.finalsFor(opened, content.finals),
    }));
    const finals = await this.withFacts(this.access.finalsFor(opened, edition.content.finals));
    const canTag = await this.copies.hasCover(edition);
    const copies = tagged && canTag ? await this.knownCopies(edition, finals) : null;
    const { sheet } = edition.content;
    const readings = await readingsOf(this.database, project.id, edition.content.finals, sheet?.tracks);
    return {
      base,
      tagged: copies !== null,
      canTag,
      link: reader.link ?? null,
      project,
      studio: { name: studio.brandName || studio.name, logo: studio.brandLogo },
      edition,
      isBehind,
      history: editions
        .map(({ number, createdAt }, index) => ({
          number,
          createdAt,
          changes: index === 0 ? [] : editionChanges(contents[index - 1]!, contents[index]!),
        }))
        .reverse(),
      finals: finals.map((final) => ({ ...final, ...(copies && { copy: copyOf(final, copies) }) })),
      readings,
      cautions: await cautionsFor(this.database, project.id, finals, readings),
      keys: await this.keys.fingerprints(),
      cover: sheet?.cover ?? null,
      mayDownload: this.access.mayDownload(opened),
      mayPay: reader.actor !== undefined && canDecide(reader.actor, project),
    };
  }

  /** The cue sheet of a side, for the cutting engineer. @throws AppError 409 for other files and replaced ones. */
  async cueSheet(
    request: Request,
    response: Response,
    reference: string,
    fileId: string,
  ): Promise<{ fileName: string; text: string }> {
    const opened = await this.access.open(request, response, reference, true);
    const final = await this.find(opened, fileId);
    const side = (await readingsOf(this.database, opened.project.id, [final])).get(fileId);
    if (side?.deliverable.kind !== 'vinyl_side') {
      throw conflict('not_a_side', 'Only current sides of a record have a cue sheet');
    }
    const { vinylFormat } = await albumOf(this.database.manager, opened.project.id);
    return uploadedCueSheet(opened.project.title, vinylFormat, side);
  }

  /** Sends a final of any edition. @throws AppError 402 while the finals are locked. */
  async download(request: Request, response: Response, reference: string, fileId: string): Promise<void> {
    const opened = await this.access.open(request, response, reference, true);
    const final = await this.find(opened, fileId);
    this.access.admitDownload(request, response, opened);
    await this.access.audit(request, opened, final.fileName);
    const sent = await this.downloads.send(final, request, response);
    await this.access.record(opened, sent);
  }

  /** Sends a final with the metadata and cover of an edition in it. @throws AppError 402 while the finals are locked. */
  async downloadTagged(
    request: Request,
    response: Response,
    reference: string,
    number: number,
    fileId: string,
  ): Promise<void> {
    const opened = await this.access.open(request, response, reference, true);
    const edition = await this.database.manager.findOneBy(Edition, { projectId: opened.project.id, number });
    const chosen = this.access
      .finalsFor(opened, edition?.content.finals ?? [])
      .filter((each) => each.fileId === fileId);
    const [final] = await this.withFacts(chosen);
    if (!edition || !final) throw notFound('File');
    this.access.admitDownload(request, response, opened);
    const copy = (await this.archivedCopies(edition, [final])).get(fileId);
    if (!copy) throw unprocessable('cannot_tag', 'This file cannot be tagged. It is available as it was uploaded.');
    await this.access.audit(request, opened, final.fileName);
    const record = (sent: SentOfFile[]) => this.access.record(opened, sent);
    await this.archives.sendCopy(final, copy, final, request, response, record);
  }

  async preview(request: Request, response: Response, reference: string, fileId: string): Promise<void> {
    const opened = await this.access.open(request, response, reference, true);
    const { previewKey, audioId } = await this.find(opened, fileId);
    if (!previewKey) throw notFound('Preview');
    await this.access.countVisit(request, opened);
    if (isFirstRequest(request)) await renewPreview(this.database, audioId);
    const options = { fileName: 'preview.mp3', contentType: 'audio/mpeg', inline: true };
    await sendObject(request, response, this.storage, previewKey, options).catch(storageFailure(this.storage));
  }

  /** The small copy of a cover. @throws AppError 404 when no edition has it. */
  async cover(request: Request, response: Response, reference: string, sha256: string): Promise<Picture> {
    const { project } = await this.access.open(request, response, reference, true);
    const [found] = await this.database.query<{ bytes: Buffer }>(
      'SELECT coalesce(thumbnail, bytes) AS bytes FROM edition_covers WHERE project_id = $1 AND sha256 = $2',
      [project.id, sha256],
    );
    if (!found) throw notFound('Cover');
    return pictureOf(found.bytes, sha256);
  }

  /** Sends an edition, or one format or track of it, as a ZIP. @throws AppError 402 while the finals are locked. */
  async archive(
    request: Request,
    response: Response,
    reference: string,
    number: number,
    { format, track, tagged = false }: ArchiveChoice,
  ): Promise<void> {
    const opened = await this.access.open(request, response, reference, true);
    const { project } = opened;
    const edition = await this.database.manager.findOneBy(Edition, { projectId: project.id, number });
    const finals = this.access
      .finalsFor(opened, edition?.content.finals ?? [])
      .filter((final) => (!format || formatOf(final) === format) && (!track || final.trackId === track));
    if (!edition || finals.length === 0) throw notFound('Edition');
    this.access.admitDownload(request, response, opened);
    await this.access.audit(request, opened, `edition ${number}`);
    const copies = tagged ? await this.archivedCopies(edition, finals) : null;
    const named = finals.map((final) => {
      const copy = copies?.get(final.fileId);
      return { ...final, trackTitle: final.trackId === null ? null : final.title, ...(copy && { copy }) };
    });
    const record = (sent: SentOfFile[]) => this.access.record(opened, sent);
    const receipt = await this.receipts.extras(project, edition);
    const { naming } = edition.content;
    await this.archives.sendChosen(project, naming, named, request, response, record, receipt);
  }

  /** @throws AppError 503 while copies are not known yet, 410 if the edition's cover is gone. */
  private async archivedCopies(edition: Edition, finals: EditionFinal[]): Promise<Map<string, ArchiveCopy>> {
    if (!(await this.copies.hasCover(edition))) {
      const message =
        'The cover of this edition was replaced and is no longer stored. Open the page again for the newest edition.';
      throw new AppError(410, 'cover_replaced', message);
    }
    const known = await this.knownCopies(edition, finals);
    if (finals.some((final) => copyOf(final, known) === undefined)) {
      const message = 'The tagged copies are being prepared. Try again in a minute, or take the files as uploaded.';
      throw new AppError(503, 'not_ready', message, { retryAfter: 30 });
    }
    await this.database.transaction((tx) => keepCover(tx, this.storage, this.config, edition));
    return this.copies.archived(edition, known);
  }

  /** The tagged copies of an edition. Those that an earlier version made are made again, so they are not known for a while. */
  private async knownCopies(edition: Edition, finals: EditionFinal[]): Promise<Map<string, TaggedCopy>> {
    const known = await this.copies.known(edition);
    if (finals.some((final) => copyOf(final, known) === undefined)) await this.editions.remakeCopies(edition);
    return known;
  }

  private async find(opened: OpenedDelivery, fileId: string): Promise<DeliveredFinal> {
    const editions = await this.database.manager.findBy(Edition, { projectId: opened.project.id });
    const final = editions
      .flatMap(({ content }) => this.access.finalsFor(opened, content.finals))
      .find((each) => each.fileId === fileId);
    const [found] = final ? await this.withFacts([final]) : [];
    if (!found) throw notFound('File');
    return found;
  }

  private async withFacts(finals: EditionFinal[]): Promise<DeliveredFinal[]> {
    const facts = await this.database.prepared<FileFacts>('final_facts', FACTS, [finals.map(({ fileId }) => fileId)]);
    const byId = new Map(facts.map((row) => [row.fileId, row]));
    return finals.flatMap((final) => {
      const known = byId.get(final.fileId);
      return known ? { ...final, ...known, fileName: namedAs(final.fileName, known.contentType) } : [];
    });
  }
}
