import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { OrdersService } from './orders.service.js';

@Module({ imports: [ProjectsModule], providers: [OrdersService], exports: [OrdersService] })
export class OrdersModule {}
