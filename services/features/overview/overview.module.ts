import { Module } from '@nestjs/common';
import { OverviewService } from './overview.service.js';

@Module({ providers: [OverviewService], exports: [OverviewService] })
export class OverviewModule {}
