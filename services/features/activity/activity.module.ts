import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { ActivityService } from './activity.service.js';

@Module({ imports: [ProjectsModule], providers: [ActivityService], exports: [ActivityService] })
export class ActivityModule {}
