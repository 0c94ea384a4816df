import { Module } from '@nestjs/common';
import { ConventionsService } from './conventions.service.js';

@Module({ providers: [ConventionsService], exports: [ConventionsService] })
export class ConventionsModule {}
