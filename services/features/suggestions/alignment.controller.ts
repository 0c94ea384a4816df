import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { alignmentSchema } from './alignment.schema.js';
import { AlignmentService } from './alignment.service.js';

@Controller('files/:id/alignment')
export class AlignmentController {
  constructor(private readonly alignment: AlignmentService) {}

  @Get(':otherId')
  @Reply(alignmentSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string, @IdParam('otherId') otherId: string) {
    return this.alignment.between(actor, id, otherId);
  }
}
