import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { trackProposalsSchema } from './track-proposals.schema.js';
import { TrackProposalsService } from './track-proposals.service.js';

@Controller('staging/projects/:projectId/track-proposals')
export class TrackProposalsController {
  constructor(private readonly proposals: TrackProposalsService) {}

  @Get()
  @Reply(trackProposalsSchema)
  list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return this.proposals.propose(actor, projectId);
  }
}
