import { Module } from '@nestjs/common';
import { QueueAdminModule } from '../../platform/events/queue-admin.module.js';
import { HealthService } from './health.service.js';

@Module({ imports: [QueueAdminModule], providers: [HealthService], exports: [HealthService, QueueAdminModule] })
export class HealthModule {}
