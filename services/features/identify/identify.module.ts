import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SharingModule } from '../sharing/sharing.module.js';
import { IdentifyService } from './identify.service.js';

@Module({ imports: [ProjectsModule, SharingModule], providers: [IdentifyService], exports: [IdentifyService] })
export class IdentifyModule {}
