import { Module } from '@nestjs/common';
import { QueueAdmin } from './queue-admin.js';
import { QueuesModule } from './queues.module.js';

@Module({ imports: [QueuesModule], providers: [QueueAdmin], exports: [QueueAdmin] })
export class QueueAdminModule {}
