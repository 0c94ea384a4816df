import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { StagingModule } from '../staging/staging.module.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [FilesModule, ProjectsModule, StagingModule],
  providers: [ReportsService],
  exports: [ReportsService],
})
export class ReportsModule {}
