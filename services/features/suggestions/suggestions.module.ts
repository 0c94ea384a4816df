import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { TrackProposalsService } from './track-proposals.service.js';

@Module({ imports: [ProjectsModule], providers: [TrackProposalsService], exports: [TrackProposalsService] })
export class SuggestionsModule {}
