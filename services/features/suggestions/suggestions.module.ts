import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { AlignmentService } from './alignment.service.js';
import { InlineSuggestions } from './inline-suggestions.service.js';
import { TrackProposalsService } from './track-proposals.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [AlignmentService, InlineSuggestions, TrackProposalsService],
  exports: [AlignmentService, InlineSuggestions, TrackProposalsService],
})
export class SuggestionsModule {}
