import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DeliverableChecks } from './checks.service.js';
import { SidesService } from './sides.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [DeliverableChecks, SidesService],
  exports: [DeliverableChecks, SidesService],
})
export class DeliverablesModule {}
