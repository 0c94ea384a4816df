import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AnalyticsService } from './analytics.service.js';

@Module({ imports: [AuthModule], providers: [AnalyticsService], exports: [AnalyticsService] })
export class AnalyticsModule {}
