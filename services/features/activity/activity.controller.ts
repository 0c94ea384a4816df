import { Controller, Get, Query } from '@nestjs/common';
import type { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { type Page, pageQuery } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { ReplyList } from '../../platform/http/reply.js';
import { activitySchema, type ActivityView } from './activity.schema.js';
import { ActivityService } from './activity.service.js';

@Controller('projects/:id/activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @ReplyList(activitySchema)
  list(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Query({ schema: pageQuery }) query: z.infer<typeof pageQuery>,
  ): Promise<Page<ActivityView>> {
    return this.activity.list(actor, projectId, query);
  }
}
