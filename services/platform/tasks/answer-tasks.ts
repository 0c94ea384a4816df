import { giveRightsAway } from './give-rights-away.js';
import type { TaskReply } from './task-process.js';
import { watchParent } from './watch-parent.js';

/** The child's side of a TaskProcess: answers each request with the result of `perform`, and ends with the parent. */
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
