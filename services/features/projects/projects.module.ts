import { Module } from '@nestjs/common';
import { ProjectAccess } from './project-access.service.js';
import { ProjectStructure } from './project-structure.service.js';

@Module({ providers: [ProjectAccess, ProjectStructure], exports: [ProjectAccess, ProjectStructure] })
export class ProjectsModule {}
