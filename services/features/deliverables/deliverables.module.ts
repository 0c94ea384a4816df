import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SidesService } from './sides.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [SidesService],
  exports: [SidesService],
})
export class DeliverablesModule {}
