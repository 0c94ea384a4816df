import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { QuotesService } from './quotes.service.js';

@Module({ imports: [ProjectsModule], providers: [QuotesService], exports: [QuotesService] })
export class QuotesModule {}
