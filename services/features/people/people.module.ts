import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PeopleService } from './people.service.js';

@Module({ imports: [ClientsModule, ProjectsModule], providers: [PeopleService], exports: [PeopleService] })
export class PeopleModule {}
