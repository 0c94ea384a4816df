import { Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.js';
import { ProjectLifecycleModule } from '../project-lifecycle/project-lifecycle.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { OrdersService } from './orders.service.js';
import { QuotesService } from './quotes.service.js';

@Module({
  imports: [CommentsModule, ProjectLifecycleModule, ProjectsModule],
  providers: [OrdersService, QuotesService],
  exports: [OrdersService, QuotesService],
})
export class QuotesModule {}
