import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracksModule } from '../tracks/tracks.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { QuestionsService } from './questions.service.js';
import { ReanalysisService } from './reanalysis.service.js';
import { ReleaseService } from './release.service.js';
import { StagingService } from './staging.service.js';

const services = [StagingService, AcceptanceService, QuestionsService, ReanalysisService, ReleaseService];

@Module({
  imports: [ProjectsModule, TracksModule],
  providers: services,
  exports: services,
})
export class StagingModule {}
