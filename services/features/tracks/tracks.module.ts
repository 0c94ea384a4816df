import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SlotsService } from './slots.service.js';
import { TracksService } from './tracks.service.js';

@Module({
  imports: [ProjectsModule],
  providers: [TracksService, SlotsService],
  exports: [TracksService, SlotsService],
})
export class TracksModule {}
