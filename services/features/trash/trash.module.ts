import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { RestoreService } from './restore.service.js';
import { TrashService } from './trash.service.js';

const services = [RestoreService, TrashService];

@Module({ imports: [ProjectsModule], providers: services, exports: services })
export class TrashModule {}
