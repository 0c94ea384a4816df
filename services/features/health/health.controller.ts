import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../platform/http/actor.js';
import { Reply } from '../../platform/http/reply.js';
import { healthSchema, liveSchema } from './health.schema.js';
import { HealthService } from './health.service.js';

@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @Reply(healthSchema)
  status() {
    return this.health.check();
  }

  /** The process runs. */
  @Get('live')
  @Reply(liveSchema)
  live() {
    return { status: 'ok' };
  }

  /**
   * The process can answer; 503 otherwise. Without the store most calls still answer, and work for the queue and for workers
   * waits in the database meanwhile.
   */
  @Get('ready')
  @Reply(healthSchema)
  async ready(@Res({ passthrough: true }) response: Response) {
    const health = await this.health.check();
    if (health.checks.database === 'failed') response.status(503);
    return health;
  }
}
