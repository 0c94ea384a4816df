import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectLifecycleModule } from '../project-lifecycle/project-lifecycle.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { QuestionsService } from './questions.service.js';
import { ReanalysisService } from './reanalysis.service.js';
import { ReleaseService } from './release.service.js';
import { SlotsService } from './slots.service.js';
import { StagingService } from './staging.service.js';
import { TracksService } from './tracks.service.js';

const services = [
  StagingService,
  AcceptanceService,
  QuestionsService,
  ReanalysisService,
  ReleaseService,
  SlotsService,
  TracksService,
];

@Module({
  imports: [FilesModule, ProjectLifecycleModule, ProjectsModule],
  providers: services,
  exports: services,
})
export class StagingModule {}
