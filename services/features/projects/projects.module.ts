import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [ClientsModule],
  providers: [ProjectAccess, ProjectsService],
  exports: [ProjectAccess, ProjectsService],
})
export class ProjectsModule {}
