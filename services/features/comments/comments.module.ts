import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CommentsService } from './comments.service.js';
import { GuestComments } from './guest-comments.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [CommentsService, GuestComments],
  exports: [CommentsService, GuestComments],
})
export class CommentsModule {}
