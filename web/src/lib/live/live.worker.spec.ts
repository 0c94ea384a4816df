import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

let open = 0;
let connect: (event: { ports: MessagePort[] }) => void;

class FakeSource extends EventTarget {
  static CLOSED = 2;
  constructor() {
    super();
    open += 1;
  }
  close() {
    open -= 1;
  }
}

beforeEach(async () => {
  const addEventListener = (_type: 'connect', listener: typeof connect) => (connect = listener);
  Object.assign(globalThis, { EventSource: FakeSource, addEventListener });
  await import('./live.worker');
});
afterEach(() => {
  for (const name of ['EventSource', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
});

it('closes the stream when the last visible tab has crashed', async () => {
  const { port1: tab, port2: port } = new MessageChannel();
  connect({ ports: [port] });
  tab.postMessage({ visible: true, joins: 'kim' });
  await once(tab, 'message');
  expect(open).toBe(1);
  tab.close();
  await once(port, 'close');
  expect(open).toBe(0);
});
