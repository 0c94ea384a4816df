import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import { AppError, unauthenticated } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordAudit } from '../audit/audit.writes.js';
import { CallerService } from '../auth/sessions/caller.service.js';
import { DownloadsService, type SentOfFile } from '../files/downloads.service.js';
import { downloadRefusal } from '../files/files.policy.js';
import { RunningDownloads } from '../files/running-downloads.service.js';
import { isFirstRequest } from '../files/sent-range.lib.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canDecide, canDownloadFinals, finalsUnlocked, isItsPerson } from '../projects/projects.policy.js';
import type { EditionFinal } from './edition.schema.js';
import { recordLinkFetch } from './link-fetches.writes.js';
import type { ShareLink } from './share-link.entity.js';
import { SharedAccess } from './shared-access.service.js';
import { chosenFinals } from './sharing.policy.js';

/** The reader of a delivery: somebody with a link, or a person of the project. */
export interface OpenedDelivery {
  /** Address of the page, without a slash at its end. */
  base: string;
  project: Project;
  reader: { link: ShareLink; actor?: never } | { actor: Actor; link?: never };
}

const UUID = /^[0-9a-f-]{36}$/;

/**
 * Opens deliveries by the token of a link, or by the id of their project for people who have signed in. Both see the
 * same page.
 */
@Injectable()
export class DeliveryAccess {
  constructor(
    private readonly database: Database,
    private readonly shared: SharedAccess,
    private readonly caller: CallerService,
    private readonly projects: ProjectAccess,
    private readonly downloads: DownloadsService,
    private readonly running: RunningDownloads,
  ) {}

  /** @throws AppError as `SharedAccess.open` does; 401 for a project's id without a session. */
  async open(request: Request, response: Response, reference: string, sound = false): Promise<OpenedDelivery> {
    const base = `/d/${reference}`;
    if (!UUID.test(reference)) {
      const { link, project } = await this.shared.open(request, reference, 'delivery', sound);
      return { base, project, reader: { link } };
    }
    const actor = await this.caller.of(request, response);
    if (!actor) throw unauthenticated();
    return { base, project: await this.projects.visible(actor, reference), reader: { actor } };
  }

  finalsFor({ reader }: OpenedDelivery, finals: EditionFinal[]): EditionFinal[] {
    return reader.link ? chosenFinals(reader.link, finals) : finals;
  }

  /** Whether the reader may download: the engineer always, people who decide and links after the unlock. */
  mayDownload({ reader, project }: OpenedDelivery): boolean {
    return reader.link ? finalsUnlocked(project) : canDownloadFinals(reader.actor, project);
  }

  /**
   * Lets a download begin. It is broken off when its link is ended or renewed or gets another password, when the
   * project is deleted, when the finals are locked again, and when a person has signed out or may no longer have them.
   * @throws AppError 402 while the finals are locked, 403 for people who do not decide.
   */
  admitDownload(request: Request, response: Response, opened: OpenedDelivery): void {
    const { reader, project } = opened;
    if (!this.mayDownload(opened)) {
      throw reader.link || canDecide(reader.actor, project) ? locked() : downloadRefusal(reader.actor, project);
    }
    this.running.watch(response, () => this.isStillAllowed(request, opened));
  }

  private async isStillAllowed(request: Request, { reader, ...opened }: OpenedDelivery): Promise<boolean> {
    if (reader.link) return this.mayDownload({ ...opened, reader, project: await this.shared.reopen(reader.link) });
    const actor = await this.caller.of(request);
    if (!actor) return false;
    const project = await this.projects.visible(actor, opened.project.id);
    return this.mayDownload({ ...opened, reader: { actor }, project });
  }

  /** The first request for a file or its sound counts as a visit of a link. */
  async countVisit(request: Request, { reader }: OpenedDelivery): Promise<void> {
    if (reader.link && isFirstRequest(request)) await this.shared.countVisit(request, reader.link);
  }

  /** Audits the first request of a download by a person with an account, and counts that through a link as a visit. */
  async audit(request: Request, opened: OpenedDelivery, what: string): Promise<void> {
    await this.countVisit(request, opened);
    const { reader, project } = opened;
    if (!reader.actor || !isFirstRequest(request)) return;
    const subject = `${what} of ${project.title}`;
    await recordAudit(this.database, { action: 'finals_downloaded', subject, subjectId: project.id });
  }

  /** Adds what was sent to what the link, or the client, has downloaded. */
  async record({ reader, project }: OpenedDelivery, sent: readonly SentOfFile[]): Promise<void> {
    const { link, actor } = reader;
    if (link) await this.database.transaction((tx) => recordLinkFetch(tx, link.id, sent));
    else if (isItsPerson(actor, project)) await this.downloads.record(actor, project, sent);
  }
}

const locked = () => new AppError(402, 'payment_required', 'These finals are locked until the invoice is paid.');
