import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SuggestionsModule } from '../suggestions/suggestions.module.js';
import { MultipartService } from './multipart.service.js';
import { RegistrationService } from './registration.service.js';
import { UploadPermissionsService } from './upload-permissions.service.js';

const services = [MultipartService, RegistrationService, UploadPermissionsService];

@Module({ imports: [ProjectsModule, SuggestionsModule], providers: services, exports: services })
export class UploadsModule {}
