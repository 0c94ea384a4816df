import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { StorageUsageService } from './storage-usage.service.js';

@Module({ imports: [ProjectsModule], providers: [StorageUsageService], exports: [StorageUsageService] })
export class StorageUsageModule {}
