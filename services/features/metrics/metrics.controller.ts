import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../platform/config.js';
import { notFound, unauthenticated } from '../../platform/errors.js';
import { Public } from '../../platform/http/actor.js';
import { carriesToken } from '../../platform/metrics/access.js';
import { registry } from '../../platform/metrics/metrics.js';
import { MetricsService } from './metrics.service.js';

/**
 * Metrics for Prometheus, which authenticates with METRICS_TOKEN instead of a session. Returns 404 without that
 * setting.
 */
@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: MetricsService,
  ) {}

  @Get()
  async scrape(@Headers('authorization') authorization: string | undefined, @Res() response: Response): Promise<void> {
    const { metricsToken } = this.config;
    if (!metricsToken) throw notFound('Path');
    if (!carriesToken(authorization, metricsToken)) throw unauthenticated();
    await this.metrics.look();
    response.type(registry.contentType).send(await registry.metrics());
  }
}
