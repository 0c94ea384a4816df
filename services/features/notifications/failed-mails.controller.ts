import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { FailedMailsService } from './failed-mails.service.js';
import { type FailedMail, failedMailSchema } from './notifications.schema.js';

@Controller('projects/:id/failed-mails')
export class FailedMailsController {
  constructor(private readonly mails: FailedMailsService) {}

  @Get()
  @Reply(z.array(failedMailSchema))
  list(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<FailedMail[]> {
    return this.mails.list(actor, projectId);
  }

  @Post(':notificationId/send-again')
  @HttpCode(200)
  @Reply(z.null())
  async sendAgain(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @IdParam('notificationId') notificationId: string,
  ): Promise<null> {
    await this.mails.sendAgain(actor, projectId, notificationId);
    return null;
  }
}
