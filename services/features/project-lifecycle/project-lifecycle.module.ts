import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DeletedProjectsService } from './deleted-projects.service.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [ClientsModule, ProjectsModule],
  providers: [DeletedProjectsService, ProjectsService],
  exports: [DeletedProjectsService, ProjectsService],
})
export class ProjectLifecycleModule {}
