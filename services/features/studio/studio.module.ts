import { Module } from '@nestjs/common';
import { StudioService } from './studio.service.js';

@Module({ providers: [StudioService], exports: [StudioService] })
export class StudioModule {}
