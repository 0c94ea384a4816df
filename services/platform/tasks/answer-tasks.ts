import { watchParent } from '../audio/watch-parent.js';
import { giveRightsAway } from './give-rights-away.js';
import type { TaskReply } from './task-process.js';

/** The other end of a TaskProcess: answers each request by what `perform` makes of it, and ends with the parent. */
export function answerTasks<Request>(perform: (request: Request) => Promise<unknown>): void {
  const reply = (message: TaskReply) => process.send?.(message);
  giveRightsAway();
  watchParent();
  process.on('message', (request) => {
    perform(request as Request).then(
      (value) => reply({ value }),
      (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
