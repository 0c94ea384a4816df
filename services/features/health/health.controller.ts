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

  /** Liveness: the process is running. */
  @Get('live')
  @Reply(liveSchema)
  live() {
    return { status: 'ok' };
  }

  /**
   * Readiness: 503 if the process cannot serve requests. Without the store most calls still work, and jobs wait in the
   * database.
   */
  @Get('ready')
  @Reply(healthSchema)
  async ready(@Res({ passthrough: true }) response: Response) {
    const health = await this.health.check();
    if (health.checks.database === 'failed') response.status(503);
    return health;
  }
}
