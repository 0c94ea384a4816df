import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DdpDownloadsService } from './ddp-downloads.service.js';
import { DiscsService } from './discs.service.js';
import { SheetsService } from './sheets.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [DdpDownloadsService, DiscsService, SheetsService],
  exports: [DdpDownloadsService, DiscsService, SheetsService],
})
export class DdpModule {}
