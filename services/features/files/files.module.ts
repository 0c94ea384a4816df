import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
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
import { RunningDownloads } from './running-downloads.service.js';

@Module({
  imports: [AuthModule, ProjectLifecycleModule, ProjectsModule],
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
    RunningDownloads,
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
    RunningDownloads,
  ],
})
export class FilesModule {}
