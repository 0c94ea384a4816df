import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CommentsModule } from '../comments/comments.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ShareLinksService } from './share-links.service.js';
import { SharedAccess } from './shared-access.service.js';
import { SharedRecords } from './shared-records.service.js';

@Module({
  imports: [AuthModule, CommentsModule, ProjectsModule],
  providers: [ShareLinksService, SharedAccess, SharedRecords],
  exports: [ShareLinksService, SharedAccess, SharedRecords],
})
export class SharingModule {}
