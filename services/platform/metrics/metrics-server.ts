import { createServer, type Server } from 'node:http';
import { carriesToken } from './access.js';
import { measureProcess, registry } from './metrics.js';

/** For a process without other HTTP: `/live`, and `/metrics` with the token. */
export async function serveMetrics(port: number, token: string | undefined): Promise<Server> {
  measureProcess();
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'Content-Type': type }).end(text);
    if (request.url === '/live') return answer(200, 'ok\n');
    if (request.url !== '/metrics' || !token) return answer(404, 'not found\n');
    if (!carriesToken(request.headers.authorization, token)) return answer(401, 'the token is missing\n');
    registry.metrics().then(
      (text) => answer(200, text, registry.contentType),
      () => answer(500, 'failed\n'),
    );
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}
