import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { DownloadsService } from './downloads.service.js';
import { FileAccess } from './file-access.service.js';
import { UploadsService } from './file-uploads.service.js';
import { FilesService } from './files.service.js';

@Module({
  imports: [ProjectsModule],
  providers: [FileAccess, FilesService, UploadsService, DownloadsService],
  exports: [FileAccess, FilesService, UploadsService, DownloadsService],
})
export class FilesModule {}
