import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Connections stay open and carry nothing, as with a dead machine or a cut cable. */
  freeze(): void;
  /** Breaks every connection, including new ones, as if the server had ended. */
  refuse(): void;
  /** Refuses connections from the moment a client sends this text; the text itself is not forwarded. */
  refuseAt(text: string): void;
  /** Breaks every connection and accepts new ones again. */
  thaw(): void;
  stop(): Promise<void>;
}

/** A proxy to `port` on this machine that can be cut. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  let refusing = false;
  let refusedText: string | undefined;
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  const refuse = () => {
    refusing = true;
    breakAll();
  };
  const server = createServer((inside) => {
    if (refusing) {
      inside.destroy();
      return;
    }
    const outside = connect(port, '127.0.0.1');
    inside.prependListener('data', (data) => refusedText && data.includes(refusedText) && refuse());
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => !frozen && !to.destroyed && to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    freeze: () => {
      frozen = true;
    },
    refuse,
    refuseAt: (text) => {
      refusedText = text;
    },
    thaw: () => {
      frozen = false;
      refusing = false;
      refusedText = undefined;
      breakAll();
    },
    stop: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
