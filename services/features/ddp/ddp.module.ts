import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DdpDownloadsService } from './ddp-downloads.service.js';
import { DiscsService } from './discs.service.js';
import { ReportsOnDdpsService } from './reports.service.js';
import { SheetsService } from './sheets.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [DdpDownloadsService, DiscsService, ReportsOnDdpsService, SheetsService],
  exports: [DdpDownloadsService, DiscsService, ReportsOnDdpsService, SheetsService],
})
export class DdpModule {}
