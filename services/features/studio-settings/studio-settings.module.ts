import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { StudioService } from './studio.service.js';

@Module({ imports: [AuthModule], providers: [StudioService], exports: [StudioService] })
export class StudioSettingsModule {}
