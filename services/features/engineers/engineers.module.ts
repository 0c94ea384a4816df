import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { EngineersService } from './engineers.service.js';

@Module({ imports: [AuthModule], providers: [EngineersService], exports: [EngineersService] })
export class EngineersModule {}
