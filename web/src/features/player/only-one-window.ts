const CHANNEL = 'player';

/** Gives a function that says 'this window plays now'; `silence` is called when another window says so. */
export function onlyOneWindow(silence: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = silence;
  return () => channel.postMessage('plays');
}
