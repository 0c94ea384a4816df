import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { deliverableChecksSchema } from './checks.schema.js';
import { DeliverableChecks } from './checks.service.js';

@Controller('staging/projects/:projectId/deliverable-checks')
export class DeliverableChecksController {
  constructor(private readonly checks: DeliverableChecks) {}

  /** Findings about staged sides of a record and Dolby Atmos masters. */
  @Get()
  @Reply(deliverableChecksSchema)
  async list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return { checks: await this.checks.list(actor, projectId) };
  }
}
