import type { MigrationInterface } from 'typeorm';
import { EventCore1763640000000 } from './1763640000000-event-core.js';

/** In the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [EventCore1763640000000];
