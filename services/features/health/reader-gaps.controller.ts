import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Database } from '../../platform/database/database.js';
import { type Actor, CurrentOperator } from '../../platform/http/actor.js';
import { Reply } from '../../platform/http/reply.js';
import { readerGaps } from '../../platform/tasks/reader-gaps.js';
import { readerGapsSchema } from './health.schema.js';

/** Only for the operator, because it would show an attacker what a manipulated file can reach. */
@ApiTags('Operator')
@Controller('operator/reader-gaps')
export class ReaderGapsController {
  constructor(private readonly database: Database) {}

  /** Restrictions that the worker's system does not enforce on the processes that read uploaded files; usually none. */
  @Get()
  @Reply(readerGapsSchema)
  async list(@CurrentOperator() _operator: Actor) {
    return { gaps: await readerGaps(this.database) };
  }
}
