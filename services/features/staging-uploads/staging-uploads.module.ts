import { Module } from '@nestjs/common';
import { ProjectLifecycleModule } from '../project-lifecycle/project-lifecycle.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SuggestionsModule } from '../suggestions/suggestions.module.js';
import { MultipartService } from './multipart.service.js';
import { RegistrationService } from './registration.service.js';
import { UploadRequestsService } from './upload-requests.service.js';

const services = [MultipartService, RegistrationService, UploadRequestsService];

@Module({
  imports: [ProjectLifecycleModule, ProjectsModule, SuggestionsModule],
  providers: services,
  exports: services,
})
export class StagingUploadsModule {}
