import { Module } from '@nestjs/common';
import { OverviewService } from './overview.service.js';
import { WaitingService } from './waiting.service.js';

@Module({ providers: [OverviewService, WaitingService], exports: [OverviewService, WaitingService] })
export class OverviewModule {}
