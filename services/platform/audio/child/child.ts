import { giveRightsAway } from '../../tasks/give-rights-away.js';
import { lowerPriority } from '../../tasks/lower-priority.js';
import { watchParent } from '../../tasks/watch-parent.js';
import { analyse } from '../analyse.js';
import { encodeLossless } from '../encode/lossless.js';
import { AudioError } from '../errors.js';
import { openPlainly } from '../read/open-plainly.js';
import { openSound } from '../read/sound.js';
import { machineFault } from './machine-faults.js';
import type { ChildReply, ChildRequest } from './protocol.js';

/**
 * The process that reads untrusted files. Its parent forks it, sends one request at a time, and kills it when
 * necessary.
 */

const PROGRESS_MS = 100;

function reply(message: ChildReply): void {
  process.send?.(message);
}

async function answer(request: ChildRequest): Promise<ChildReply> {
  try {
    if (request.type === 'open') return { type: 'done', result: openPlainly(request.path) };
    if (request.type === 'probe') {
      const sound = await openSound(request.path, request.fileName, request.limits);
      sound.close();
      return { type: 'done', result: sound.facts };
    }
    // Analysis keeps every core busy for minutes: work that people wait for, such as headers and suggestions, goes
    // first.
    lowerPriority();
    const onStart = (durationS: number) => reply({ type: 'started', durationS });
    if (request.type === 'lossless') {
      await encodeLossless({ ...request, onStart });
      return { type: 'done', result: null };
    }
    let last = 0;
    const result = await analyse({
      ...request,
      onStart,
      onProgress: (fraction) => {
        const now = performance.now();
        if (now - last < PROGRESS_MS) return;
        last = now;
        reply({ type: 'progress', fraction });
      },
    });
    return { type: 'done', result: result.facts };
  } catch (error) {
    return { type: 'failed', ...reasonOf(error) };
  }
}

/** Separates the machine's faults (disk full, file missing, no memory) from the file's. */
function reasonOf(error: unknown): Omit<Extract<ChildReply, { type: 'failed' }>, 'type'> {
  if (error instanceof AudioError) return { code: error.code, message: error.message, detail: error.detail };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const fault = machineFault(error);
  if (fault) return { code: 'unreadable', message: fault, detail };
  return { code: 'undecodable', message: 'It could not be read.', detail };
}

giveRightsAway();
watchParent();
process.on('message', (request: ChildRequest) => void answer(request).then(reply));
