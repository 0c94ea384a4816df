import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { type PauseReminders, pauseRemindersSchema, remindersSchema, type RemindersView } from './reminders.schema.js';
import { RemindersService } from './reminders.service.js';

@Controller('invoices/:id/reminders')
export class RemindersController {
  constructor(private readonly reminders: RemindersService) {}

  @Get()
  @Reply(remindersSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<RemindersView> {
    return this.reminders.get(actor, id);
  }

  /** Sends a reminder now. */
  @Post()
  @Reply(remindersSchema, 201)
  send(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<RemindersView> {
    return this.reminders.sendNow(actor, id);
  }

  @Put()
  @Reply(remindersSchema)
  pause(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: pauseRemindersSchema }) { paused }: PauseReminders,
  ): Promise<RemindersView> {
    return this.reminders.pause(actor, id, paused);
  }
}
