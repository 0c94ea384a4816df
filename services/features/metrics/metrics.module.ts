import { Module } from '@nestjs/common';
import { QueueAdminModule } from '../../platform/events/queue-admin.module.js';
import { HealthModule } from '../health/health.module.js';
import { MetricsService } from './metrics.service.js';

@Module({ imports: [QueueAdminModule, HealthModule], providers: [MetricsService], exports: [MetricsService] })
export class MetricsModule {}
