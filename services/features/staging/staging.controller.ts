import { Body, Controller, Delete, Get, Post, Put, Req, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { Storage } from '../../platform/storage/storage.js';
import { sendPeaks } from '../audio/send-audio.lib.js';
import { listeningSchema } from '../files/files.schema.js';
import { ListeningService } from '../files/listening.service.js';
import { AcceptanceService } from './acceptance.service.js';
import { QuestionsService } from './questions.service.js';
import { ReanalysisService } from './reanalysis.service.js';
import { ReleaseService } from './release.service.js';
import {
  type AcceptChecksBody,
  acceptChecksSchema,
  analyseSchema,
  type AnswerBody,
  answeredSchema,
  answerSchema,
  type AssignBody,
  assignedManySchema,
  assignedSchema,
  type AssignManyBody,
  assignManySchema,
  assignSchema,
  deletedManySchema,
  deleteManySchema,
  type DeliverableBody,
  deliverableBodySchema,
  reanalysedSchema,
  reanalysisSchema,
  type ReleaseBody,
  releasedSchema,
  releaseSchema,
  reviewSchema,
  stagingListSchema,
  suggestionsSchema,
} from './staging.schema.js';
import { StagingService } from './staging.service.js';

@Controller('staging/projects/:projectId')
export class StagingController {
  constructor(
    private readonly staging: StagingService,
    private readonly releases: ReleaseService,
    private readonly reanalysis: ReanalysisService,
    private readonly acceptance: AcceptanceService,
    private readonly questions: QuestionsService,
    private readonly storage: Storage,
    private readonly listeningService: ListeningService,
  ) {}

  @Get()
  @Reply(stagingListSchema)
  list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return this.staging.list(actor, projectId);
  }

  /** Answers a question about a word or format of the studio. All files concerned get new suggestions. */
  @Post('answers')
  @Reply(answeredSchema)
  answer(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: answerSchema }) body: AnswerBody,
  ) {
    return this.questions.answer(actor, projectId, body);
  }

  @Get('suggestions')
  @Reply(suggestionsSchema)
  async suggestions(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return { suggestions: await this.staging.suggestions(actor, projectId) };
  }

  @Get('review')
  @Reply(reviewSchema)
  review(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return this.staging.review(actor, projectId);
  }

  /** Accepts a check's findings about files in their slots, or withdraws the acceptance. */
  @Put('accepted-checks')
  @Reply(z.null())
  async acceptChecks(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: acceptChecksSchema }) body: AcceptChecksBody,
  ): Promise<null> {
    await this.acceptance.accept(actor, projectId, body);
    return null;
  }

  @Post('files/:fileId/assign')
  @Reply(assignedSchema)
  assign(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('fileId') fileId: string,
    @Body({ schema: assignSchema }) body: AssignBody,
  ) {
    return this.staging.assign(actor, projectId, fileId, body);
  }

  @Delete('files/:fileId/assign')
  @Reply(assignedSchema)
  unassign(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string, @IdParam('fileId') fileId: string) {
    return this.staging.unassign(actor, projectId, fileId);
  }

  /** Says that a file is delivered besides the masters in slots and what it is, or that it is for a slot after all. */
  @Put('files/:fileId/deliverable')
  @Reply(reanalysedSchema)
  async setDeliverable(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('fileId') fileId: string,
    @Body({ schema: deliverableBodySchema }) body: DeliverableBody,
  ) {
    return { stagingFile: await this.staging.setDeliverable(actor, projectId, fileId, body) };
  }

  /**
   * Places many files, or removes them from their slots, in one transaction. Entries that fail are listed and do not
   * affect the others.
   */
  @Post('assign')
  @Reply(assignedManySchema)
  assignMany(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: assignManySchema }) { assignments }: AssignManyBody,
  ) {
    return this.staging.assignMany(actor, projectId, assignments);
  }

  @Post('release')
  @Reply(releasedSchema)
  release(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: releaseSchema }) body: ReleaseBody,
  ) {
    return this.releases.release(actor, projectId, body);
  }

  @Delete('files/:fileId')
  @Reply(z.null())
  async delete(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('fileId') fileId: string,
  ): Promise<null> {
    await this.staging.delete(actor, projectId, fileId);
    return null;
  }

  /**
   * Deletes many files in one call and ignores those that no longer exist. A closing page can send one call, but not
   * hundreds.
   */
  @Post('delete')
  @Reply(deletedManySchema)
  async deleteMany(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: deleteManySchema }) { stagingFileIds }: z.infer<typeof deleteManySchema>,
  ) {
    return { deleted: await this.staging.deleteMany(actor, projectId, stagingFileIds) };
  }

  /** Analyses all files in the scope again, including those in Files, except those with a queued analysis. */
  @Post('analyse')
  @Reply(reanalysisSchema)
  async analyseAll(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: analyseSchema }) { scope }: z.infer<typeof analyseSchema>,
  ) {
    return { queued: await this.reanalysis.readProject(actor, projectId, scope) };
  }

  /** Analyses one file again. The present results stay until then. Does nothing while an analysis is running. */
  @Post('files/:fileId/analyse')
  @Reply(reanalysedSchema)
  async analyse(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('fileId') fileId: string,
  ) {
    return { stagingFile: await this.reanalysis.readFile(actor, projectId, fileId) };
  }

  /** Addresses from which a browser plays a staged file, for a short time. */
  @Get('files/:fileId/listening')
  @Reply(listeningSchema)
  async listening(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('fileId') fileId: string,
  ) {
    const { file, audio } = await this.staging.audible(actor, projectId, fileId);
    return this.listeningService.stagedAddresses(audio, file.originalName);
  }

  @Get('files/:fileId/peaks')
  @ApiProduces('application/octet-stream')
  async peaks(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('fileId') fileId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await sendPeaks(request, response, this.storage, await this.staging.peaksKey(actor, projectId, fileId));
  }
}
