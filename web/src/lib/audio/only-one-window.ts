import { openChannel } from '../channel';

const CHANNEL = 'player';

/** Returns a function that announces that this window plays; `silence` is called when another window announces it. */
export function onlyOneWindow(silence: () => void): () => void {
  const channel = openChannel(CHANNEL);
  channel?.addEventListener('message', silence);
  return () => channel?.postMessage('plays');
}
