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

  /** The process can do its work; 503 otherwise. */
  @Get('ready')
  @Reply(healthSchema)
  async ready(@Res({ passthrough: true }) response: Response) {
    const health = await this.health.check();
    if (health.status === 'failed') response.status(503);
    return health;
  }
}
