import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { seedDemo } from './demo.writes.js';

/** Creates the demo studio when the API starts in Dev Mode. */
@Injectable()
export class DemoService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.devMode) await seedDemo(this.database);
  }
}
