import { analyse } from './analyse.js';
import { AudioError } from './errors.js';
import type { ChildReply, ChildRequest } from './protocol.js';
import { openSound } from './sound.js';
import { watchParent } from './watch-parent.js';

/** The process that reads strange files. Its parent forks it, sends one request at a time, and kills it at will. */

const PROGRESS_MS = 100;

function reply(message: ChildReply): void {
  process.send?.(message);
}

async function answer(request: ChildRequest): Promise<ChildReply> {
  try {
    if (request.type === 'probe') {
      const sound = openSound(request.path, request.fileName, request.limits);
      sound.close();
      return { type: 'done', result: sound.facts };
    }
    let last = 0;
    const result = await analyse({
      ...request,
      onStart: (durationS) => reply({ type: 'started', durationS }),
      onProgress: (fraction) => {
        const now = performance.now();
        if (now - last < PROGRESS_MS) return;
        last = now;
        reply({ type: 'progress', fraction });
      },
    });
    return { type: 'done', result };
  } catch (error) {
    if (error instanceof AudioError) {
      return { type: 'failed', code: error.code, message: error.message, detail: error.detail };
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { type: 'failed', code: 'undecodable', message: 'It could not be read.', detail };
  }
}

watchParent();
process.on('message', (request: ChildRequest) => void answer(request).then(reply));
