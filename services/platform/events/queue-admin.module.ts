import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { LOGGER, type Logger } from '../log.js';
import { QueueAdmin } from './queue-admin.js';

@Injectable()
class QueueAdminEnd implements OnApplicationShutdown {
  constructor(private readonly admin: QueueAdmin) {}

  onApplicationShutdown(): Promise<void> {
    return this.admin.close();
  }
}

@Module({
  providers: [
    {
      provide: QueueAdmin,
      inject: [Database, CONFIG, LOGGER],
      useFactory: (database: Database, { queueUrl }: Config, logger: Logger) =>
        new QueueAdmin(database, queueUrl, logger),
    },
    QueueAdminEnd,
  ],
  exports: [QueueAdmin],
})
export class QueueAdminModule {}
