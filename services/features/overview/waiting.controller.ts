import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { Reply } from '../../platform/http/reply.js';
import { waitingSchema, type WaitingView } from './waiting.schema.js';
import { WaitingService } from './waiting.service.js';

@Controller('projects/waiting')
export class WaitingController {
  constructor(private readonly waiting: WaitingService) {}

  @Get()
  @Reply(waitingSchema)
  get(@CurrentActor() actor: Actor): Promise<WaitingView> {
    return this.waiting.get(actor);
  }
}
