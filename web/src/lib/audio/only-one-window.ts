const CHANNEL = 'player';

/** Returns a function that announces that this window plays; `silence` is called when another window announces it. */
export function onlyOneWindow(silence: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = silence;
  return () => channel.postMessage('plays');
}
