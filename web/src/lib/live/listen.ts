import { type FromTab, LiveHub, type ToTab } from './hub';

/** The shared worker may end with the process of another tab, without notice. */
const PING_MS = 20_000;
const ANSWER_MS = 15_000;
const TRIES = 2;

const GOODBYE: FromTab = { visible: false, leaves: true };

type Send = (message: FromTab) => void;

interface Line {
  send: Send;
  hangUp: () => void;
}

export interface LiveListener {
  hear: (message: ToTab) => void;
  /** Events may have been missed. */
  interrupted: () => void;
}

/**
 * Listens to the browser's event stream for the signed-in user until the returned function is called. Browsers without
 * shared workers, such as Chrome for Android, and those that block them open a stream for each visible tab.
 */
export function listen(userId: string, listener: LiveListener): () => void {
  let unanswered = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let line = connect();

  function connect(): Line {
    const hear = (message: ToTab) => {
      clearTimeout(waiting);
      waiting = undefined;
      unanswered = 0;
      listener.hear(message);
    };
    return (unanswered < TRIES && sharedLine(hear, replace)) || ownLine(hear);
  }

  function replace(): void {
    unanswered = TRIES;
    restart();
  }

  function restart(): void {
    line.hangUp();
    listener.interrupted();
    line = connect();
    send({ joins: userId });
  }

  function send(message: Omit<FromTab, 'visible'> = {}): void {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      unanswered += 1;
      restart();
    }, ANSWER_MS);
    line.send({ visible: !document.hidden, ...message });
  }

  const stop = () => {
    clearTimeout(waiting);
    line.hangUp();
  };
  const ending = new AbortController();
  document.addEventListener('visibilitychange', () => send(), ending);
  window.addEventListener('pagehide', stop, ending);
  // The browser has kept the page and shows it again.
  window.addEventListener('pageshow', ({ persisted }) => persisted && restart(), ending);
  const pinging = setInterval(() => !document.hidden && send(), PING_MS);
  send({ joins: userId });
  return () => {
    ending.abort();
    clearInterval(pinging);
    stop();
  };
}

/** Line to the hub that all tabs share; null where there are no shared workers. */
function sharedLine(hear: (message: ToTab) => void, failed: () => void): Line | null {
  if (typeof SharedWorker === 'undefined') return null;
  try {
    const worker = new SharedWorker(new URL('./live.worker.ts', import.meta.url), { type: 'module', name: 'live' });
    // The script cannot be loaded, for example after an update.
    worker.onerror = failed;
    const { port } = worker;
    port.onmessage = ({ data }: MessageEvent<ToTab>) => hear(data);
    const hangUp = () => {
      port.postMessage(GOODBYE);
      worker.onerror = port.onmessage = null;
      port.close();
    };
    return { send: (message) => port.postMessage(message), hangUp };
  } catch {
    return null;
  }
}

function ownLine(hear: (message: ToTab) => void): Line {
  const hub = new LiveHub();
  const send: Send = (message) => hub.hear(hear, message);
  return { send, hangUp: () => send(GOODBYE) };
}
