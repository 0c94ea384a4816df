import { Controller, Delete, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { pageQuery } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { conventionSchema } from './conventions.schema.js';
import { ConventionsService } from './conventions.service.js';

@Controller('studio/conventions')
export class ConventionsController {
  constructor(private readonly conventions: ConventionsService) {}

  /** The rules learned from corrections: words in file names and the slot that each means in the caller's studio. */
  @Get()
  @ReplyList(conventionSchema)
  list(@CurrentEngineer() engineer: Engineer, @Query({ schema: pageQuery }) query: z.infer<typeof pageQuery>) {
    return this.conventions.list(engineer, query);
  }

  /** Deletes a rule; later corrections can teach it again. */
  @Delete(':id')
  @Reply(z.null())
  async dismiss(@CurrentEngineer() engineer: Engineer, @IdParam() id: string): Promise<null> {
    await this.conventions.dismiss(engineer, id);
    return null;
  }
}
