import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Database } from '../../platform/database/database.js';
import { type Actor, CurrentOperator } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { Reply } from '../../platform/http/reply.js';
import { mailHeldSince, releaseMail } from '../../platform/mail/held-mailer.js';
import { mailHoldSchema } from './health.schema.js';

/** Shows and releases the mail hold: a restored installation sends no mail until its operator releases it. */
@ApiTags('Operator')
@Controller('operator/mail-hold')
export class MailHoldController {
  constructor(private readonly database: Database) {}

  @Get()
  @Reply(mailHoldSchema)
  async status(@CurrentOperator() _operator: Actor) {
    const since = await mailHeldSince(this.database);
    return { heldSince: since && isoTime(since) };
  }

  @Delete()
  @Reply(mailHoldSchema)
  async release(@CurrentOperator() _operator: Actor) {
    await releaseMail(this.database);
    return { heldSince: null };
  }
}
