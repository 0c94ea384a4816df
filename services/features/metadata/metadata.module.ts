import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CopyReaderModule } from './copy-reader.module.js';
import { CoversService } from './covers.service.js';
import { MetadataService } from './metadata.service.js';
import { TaggedCopiesService } from './tagged-copies.service.js';

@Module({
  imports: [CopyReaderModule, FilesModule, ProjectsModule],
  providers: [CoversService, MetadataService, TaggedCopiesService],
  exports: [CoversService, MetadataService, TaggedCopiesService],
})
export class MetadataModule {}
