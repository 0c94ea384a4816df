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
  /** Connections on which a client sends this text stay open and carry nothing more until `thaw`. */
  stallAt(text: string): void;
  /** How many open connections last carried a request that contains this text. */
  count(text: string): number;
  /** Breaks every connection and accepts new ones again. */
  thaw(): void;
  stop(): Promise<void>;
}

/** A proxy to `port` on this machine that can be cut. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const requests = new Map<Socket, string>();
  let frozen = false;
  let refusing = false;
  let refusedText: string | undefined;
  let stalledText: string | undefined;
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
    let stalled = false;
    inside.prependListener('data', (data: Buffer) => {
      if (refusedText && data.includes(refusedText)) refuse();
      const [head] = /^[A-Z]+ \S+ HTTP/.exec(data.toString('latin1', 0, 4096)) ?? [];
      if (head) requests.set(inside, head);
      if (stalledText && head?.includes(stalledText)) stalled = true;
    });
    inside.once('close', () => requests.delete(inside));
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => !frozen && !stalled && !to.destroyed && to.write(data));
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
    stallAt: (text) => {
      stalledText = text;
    },
    count: (text) => [...requests.values()].filter((request) => request.includes(text)).length,
    thaw: () => {
      frozen = false;
      refusing = false;
      refusedText = stalledText = undefined;
      breakAll();
    },
    stop: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
