import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { CallerService } from '../auth/sessions/caller.service.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';

/** Time between two checks whether a running download is still allowed. */
const RECHECK_MS = 2_000;

/** Breaks off downloads as soon as their reader may no longer have the files. */
@Injectable()
export class RunningDownloads {
  constructor(
    private readonly caller: CallerService,
    private readonly access: ProjectAccess,
  ) {}

  /** `isAllowed` may also throw the AppError with which the download would now be refused. */
  watch(response: Response, isAllowed: () => Promise<boolean>): void {
    // The reader may have left while the download was prepared.
    if (response.destroyed) return;
    const isStillAllowed = async () => {
      try {
        return await isAllowed();
      } catch (error) {
        // A database that is unavailable for a moment says nothing about the reader.
        return !(error instanceof AppError && error.status < 500);
      }
    };
    const timer = setInterval(() => {
      void isStillAllowed().then((allowed) => allowed || response.destroy());
    }, RECHECK_MS);
    response.once('close', () => clearInterval(timer));
  }

  /** For somebody who has signed in: their session must go on, and so must their rights in the project. */
  watchReader(
    request: Request,
    response: Response,
    projectId: string,
    mayDownload: (actor: Actor, project: Project) => boolean,
  ): void {
    this.watch(response, async () => {
      const actor = await this.caller.of(request);
      return actor !== null && mayDownload(actor, await this.access.visible(actor, projectId));
    });
  }
}
