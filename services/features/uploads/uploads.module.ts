import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SuggestionsModule } from '../suggestions/suggestions.module.js';
import { MultipartService } from './multipart.service.js';
import { RegistrationService } from './registration.service.js';
import { UploadRequestsService } from './upload-requests.service.js';

const services = [MultipartService, RegistrationService, UploadRequestsService];

@Module({ imports: [ProjectsModule, SuggestionsModule], providers: services, exports: services })
export class UploadsModule {}
