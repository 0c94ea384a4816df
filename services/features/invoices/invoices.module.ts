import { Module } from '@nestjs/common';
import { ProjectLifecycleModule } from '../project-lifecycle/project-lifecycle.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { InvoicesService } from './invoices.service.js';

@Module({ imports: [ProjectLifecycleModule, ProjectsModule], providers: [InvoicesService], exports: [InvoicesService] })
export class InvoicesModule {}
