import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { AlignmentService } from './alignment.service.js';
import { EarlySuggestions } from './early-suggestions.service.js';
import { TrackProposalsService } from './track-proposals.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [AlignmentService, EarlySuggestions, TrackProposalsService],
  exports: [AlignmentService, EarlySuggestions, TrackProposalsService],
})
export class SuggestionsModule {}
