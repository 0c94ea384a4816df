import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor, CurrentOperator } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { RestoreService } from './restore.service.js';
import {
  type EmptyStudioTrash,
  emptyStudioTrashSchema,
  studioTrashSchema,
  trashItemSchema,
  type TrashListQuery,
  trashListQuery,
  trashTotalSchema,
} from './trash.schema.js';
import { TrashService } from './trash.service.js';

@Controller('trash')
export class TrashController {
  constructor(
    private readonly trash: TrashService,
    private readonly restoring: RestoreService,
  ) {}

  /** Deleted files of the caller, or of their studio, that can be restored. */
  @Get()
  @ReplyList(trashItemSchema)
  list(@CurrentActor() actor: Actor, @Query({ schema: trashListQuery }) query: TrashListQuery) {
    return this.trash.list(actor, query);
  }

  @Get('total')
  @Reply(trashTotalSchema)
  total(@CurrentActor() actor: Actor) {
    return this.trash.total(actor);
  }

  @Post('empty')
  @Reply(trashTotalSchema)
  empty(@CurrentActor() actor: Actor) {
    return this.trash.empty(actor);
  }

  /** For all studios. */
  @Get('studios')
  @Reply(z.array(studioTrashSchema))
  studios(@CurrentOperator() _operator: Actor) {
    return this.trash.studios();
  }

  @Post('studios/empty')
  @Reply(trashTotalSchema)
  emptyStudio(
    @CurrentOperator() _operator: Actor,
    @Body({ schema: emptyStudioTrashSchema }) { which }: EmptyStudioTrash,
  ) {
    return this.trash.emptyStudio(which);
  }

  @Post(':id/restore')
  @Reply(z.null())
  async restore(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<null> {
    await this.restoring.restore(actor, id);
    return null;
  }

  @Delete(':id')
  @Reply(z.null())
  async delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<null> {
    await this.trash.delete(actor, id);
    return null;
  }
}
