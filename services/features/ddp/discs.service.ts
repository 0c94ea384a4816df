import { Injectable } from '@nestjs/common';
import { ean13 } from '../../ddp/codes.js';
import { FRAME_BYTES } from '../../ddp/time.js';
import { Database } from '../../platform/database/database.js';
import { AppError, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Storage } from '../../platform/storage/storage.js';
import { albumOf } from '../album/album.lib.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { downloadRefusal } from '../files/files.policy.js';
import { discPlans } from '../orders/disc-plans.lib.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { canDownloadFinals } from '../projects/projects.policy.js';
import { discImageWanted } from './ddp.events.js';
import type { DiscsView, MadeDiscView } from './ddp.schema.js';
import { DiscImage } from './disc-image.entity.js';
import { discsOf, type MadeDdp, type ProjectDisc, sheetVersion } from './discs.lib.js';
import { copiesOf } from './made-copies.lib.js';

const DISC_KINDS = ['ddp', 'wav', 'pdf', 'csv', 'cue', 'text'] as const;

/** The discs that Lacquer makes from a project's CD masters: what they hold, and whether they can be downloaded. */
@Injectable()
export class DiscsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
  ) {}

  async list(actor: Actor, projectId: string): Promise<DiscsView> {
    const project = await this.access.visible(actor, projectId);
    const { revision } = await albumOf(this.database.manager, projectId);
    const images = await this.database.manager.findBy(DiscImage, { projectId });
    const plans = await discPlans(this.database, projectId);
    const discs = await this.discs(project);
    return {
      projectId,
      albumRevision: revision,
      discs: discs.map((disc) => viewOf(disc, images, plans.get(disc.number)?.madePlan)),
      copies: await copiesOf(this.database.manager, projectId, DISC_KINDS, (kind, part) => {
        const disc = discs.find(({ number }) => String(number) === part);
        return disc ? (kind === 'ddp' || kind === 'wav' ? (disc.made?.version ?? null) : sheetVersion(disc)) : null;
      }),
      can: { download: canDownloadFinals(actor, project) },
    };
  }

  /**
   * Has the checksums of a disc's image computed, which takes one reading of all masters. @throws AppError 402 before the
   * unlock, 422 for a disc that cannot be made.
   */
  async prepare(actor: Actor, projectId: string, number: number): Promise<DiscsView> {
    // Before the disc: a plan that is older than it is out of date, a newer one would not be.
    const plan = (await discPlans(this.database, projectId)).get(number)?.madePlan ?? '';
    const { project, disc } = await this.downloadable(actor, projectId, number);
    const { imageKey: key } = madeOf(disc);
    await this.database.transaction(async (tx) => {
      const begun = await tx.query(
        `INSERT INTO disc_images (key, project_id, disc) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET state = 'reading', error = NULL WHERE disc_images.state = 'failed'
         RETURNING 1`,
        [key, projectId, number],
      );
      if (begun.length > 0) tx.emit(discImageWanted, { projectId, disc: number, key });
      await tx.manager.update(DiscImage, { key }, { disc: number, plan });
      publishProjectChange(tx, project, 'files');
    });
    return this.list(actor, projectId);
  }

  /** A disc for someone who may download it. @throws AppError 402 or 403 for others, 404 for another number. */
  async downloadable(
    actor: Actor,
    projectId: string,
    number: number,
  ): Promise<{ project: Project; disc: ProjectDisc }> {
    const project = await this.access.visible(actor, projectId);
    if (!canDownloadFinals(actor, project)) throw downloadRefusal(actor, project);
    return { project, disc: await this.find(project, number) };
  }

  /**
   * A version of a disc, or with null the current one. @throws AppError 410 if the album has changed since that version,
   * so that no download mixes two of them, or if it cannot be made any more.
   */
  async version(actor: Actor, projectId: string, number: number, version: string | null) {
    const { project, disc } = await this.downloadable(actor, projectId, number);
    if (!disc.made || (version !== null && disc.made.version !== version)) {
      throw new AppError(410, 'album_changed', 'The album has changed since. Please download its current DDP.');
    }
    return { project, disc, made: disc.made };
  }

  /** A disc for everyone who sees the project. */
  async shown(actor: Actor, projectId: string, number: number): Promise<{ project: Project; disc: ProjectDisc }> {
    const project = await this.access.visible(actor, projectId);
    return { project, disc: await this.find(project, number) };
  }

  private async find(project: Project, number: number): Promise<ProjectDisc> {
    const disc = (await this.discs(project)).find((each) => each.number === number);
    if (!disc) throw notFound('Disc');
    return disc;
  }

  private discs(project: Project): Promise<ProjectDisc[]> {
    return discsOf(this.database.manager, this.storage, project).catch(storageFailure(this.storage));
  }
}

/** @throws AppError 422 with the first reason. */
export function madeOf({ made, findings }: ProjectDisc): MadeDdp {
  if (made) return made;
  const reasons = findings.filter(({ level }) => level === 'error').map(({ message }) => message);
  throw unprocessable('cannot_make_ddp', reasons.slice(0, 5).join(' '), { reasons });
}

function viewOf(
  { number, disc, layout, findings, made }: ProjectDisc,
  images: readonly DiscImage[],
  plan: string | undefined,
): MadeDiscView {
  const image = images.find(({ key }) => key === made?.imageKey);
  const wasMade = images.some((each) => each.disc === number && each.state === 'ready');
  const isMade = image?.state === 'ready' && image.plan === plan;
  const open = wasMade ? 'outdated' : 'none';
  return {
    disc: number,
    title: disc.title,
    performer: disc.performer,
    upc: ean13(disc.upc) ?? '',
    frames: layout.frames,
    tracks: disc.tracks.map(({ title, performer, isrc }, index) => ({
      number: index + 1,
      title,
      performer,
      isrc,
      ...layout.tracks[index]!,
    })),
    findings,
    version: made?.version ?? null,
    state: isMade ? 'ready' : image && image.state !== 'ready' ? image.state : open,
    error: image?.error ?? null,
    sizeBytes: layout.frames * FRAME_BYTES,
  };
}
