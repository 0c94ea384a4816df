import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { RemindersService } from './reminders.service.js';

@Module({ imports: [ProjectsModule], providers: [RemindersService], exports: [RemindersService] })
export class RemindersModule {}
