import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { InvoicesService } from './invoices.service.js';

@Module({ imports: [ProjectsModule], providers: [InvoicesService], exports: [InvoicesService] })
export class InvoicesModule {}
