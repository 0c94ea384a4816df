import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracksModule } from '../tracks/tracks.module.js';
import { PartsService } from './parts.service.js';
import { ReanalysisService } from './reanalysis.service.js';
import { RegistrationService } from './registration.service.js';
import { ReleaseService } from './release.service.js';
import { StagingService } from './staging.service.js';
import { TicketsService } from './tickets.service.js';
import { TrackProposalsService } from './track-proposals.service.js';

const services = [
  StagingService,
  TicketsService,
  PartsService,
  ReanalysisService,
  RegistrationService,
  ReleaseService,
  TrackProposalsService,
];

@Module({
  imports: [ProjectsModule, TracksModule],
  providers: services,
  exports: services,
})
export class StagingModule {}
