import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { DeletedProjectsService } from './deleted-projects.service.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectStructure } from './project-structure.service.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [ClientsModule],
  providers: [DeletedProjectsService, ProjectAccess, ProjectStructure, ProjectsService],
  exports: [DeletedProjectsService, ProjectAccess, ProjectStructure, ProjectsService],
})
export class ProjectsModule {}
