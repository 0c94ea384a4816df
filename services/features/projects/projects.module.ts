import { Module } from '@nestjs/common';
import { ProjectAccess } from './project-access.service.js';
import { ProjectsService } from './projects.service.js';

@Module({ providers: [ProjectAccess, ProjectsService], exports: [ProjectAccess, ProjectsService] })
export class ProjectsModule {}
