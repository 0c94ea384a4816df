import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CoversService } from './covers.service.js';
import { MetadataService } from './metadata.service.js';

@Module({
  imports: [FilesModule, ProjectsModule],
  providers: [CoversService, MetadataService],
  exports: [CoversService, MetadataService],
})
export class MetadataModule {}
