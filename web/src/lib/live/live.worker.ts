import '../../polyfills';
import { type FromTab, LiveHub } from './hub';

/** Runs once for all tabs of a browser, in a shared worker: browsers allow six connections to a server over HTTP/1.1. */
const hub = new LiveHub();

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]!;
  const tell = (message: unknown) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<FromTab>) => hub.hear(tell, data);
  // A tab that crashes sends nothing. Browsers of before 2024 do not notice: its stream then stays until all tabs are closed.
  port.addEventListener('close', () => hub.hear(tell, { visible: false, leaves: true }));
});
