import { Module } from '@nestjs/common';
import { ProjectLifecycleModule } from '../project-lifecycle/project-lifecycle.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ApprovalsService } from './approvals.service.js';
import { ArchivesService } from './archives.service.js';
import { DownloadsService } from './downloads.service.js';
import { FileAccess } from './file-access.service.js';
import { FilePartsService } from './file-parts.service.js';
import { FileUploadsService } from './file-uploads.service.js';
import { FilesService } from './files.service.js';
import { ListeningService } from './listening.service.js';
import { MixPairings } from './mix-pairings.service.js';

@Module({
  imports: [ProjectLifecycleModule, ProjectsModule],
  providers: [
    ApprovalsService,
    ArchivesService,
    ListeningService,
    FileAccess,
    FilePartsService,
    FilesService,
    FileUploadsService,
    DownloadsService,
    MixPairings,
  ],
  exports: [
    ApprovalsService,
    ArchivesService,
    ListeningService,
    FileAccess,
    FilePartsService,
    FilesService,
    FileUploadsService,
    DownloadsService,
    MixPairings,
  ],
})
export class FilesModule {}
