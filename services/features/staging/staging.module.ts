import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracksModule } from '../tracks/tracks.module.js';
import { RegistrationService } from './registration.service.js';
import { ReleaseService } from './release.service.js';
import { StagingService } from './staging.service.js';

@Module({
  imports: [ProjectsModule, TracksModule],
  providers: [StagingService, RegistrationService, ReleaseService],
  exports: [StagingService, RegistrationService, ReleaseService],
})
export class StagingModule {}
