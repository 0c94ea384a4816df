import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { AlbumService } from './album.service.js';
import { ProposalsService } from './proposals.service.js';

@Module({
  imports: [ProjectsModule],
  providers: [AlbumService, ProposalsService],
  exports: [AlbumService, ProposalsService],
})
export class AlbumModule {}
