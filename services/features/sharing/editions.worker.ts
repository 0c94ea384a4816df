import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { mastersReleased } from '../staging/staging.events.js';
import { freezeEdition } from './editions.writes.js';

/** Makes an edition of each release, whether or not anyone opens it. */
@Injectable()
export class EditionsWorker {
  @On(mastersReleased, { queue: 'default' })
  async released({ projectId }: z.output<typeof mastersReleased.schema>, context: HandlerContext): Promise<void> {
    await context.commit((tx) => freezeEdition(tx, projectId));
  }
}
