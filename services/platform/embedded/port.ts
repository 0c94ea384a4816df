import { createServer } from 'node:net';
import { isBlockedPort } from '../blocked-ports.js';

/** The requested TCP port if it is free on this host, otherwise any free one. */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  return (await tryPort(wanted, host)) ?? (await tryPort(0, host)) ?? Promise.reject(new Error('No TCP port is free.'));
}

/** The requested TCP port or the next free one above it on this host that browsers open. */
export async function nextFreePort(wanted: number, host: string): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 100, 65_536); port++) {
    const free = isBlockedPort(port) ? undefined : await tryPort(port, host);
    if (free !== undefined) return free;
  }
  return freePort(0, host);
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
