import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type {} from 'pino-http';
import { QueryFailedError } from 'typeorm';
import { createLogger } from '../log.js';
import { requestLog } from './request-log.js';

const failed = new QueryFailedError(
  'UPDATE accounts SET password = $1 WHERE password = $2',
  ['$argon2id$new-hash', '$argon2id$old-hash'],
  new Error('Connection terminated unexpectedly'),
);

it.each([
  ['as it is', failed],
  ['as a cause', new Error('It could not be saved', { cause: failed })],
  ['as one of several', new AggregateError([failed], 'Nothing could be saved')],
])('no line of a request has the values of a failed statement, %s', async (_how, error) => {
  const lines: string[] = [];
  const logger = createLogger(
    'test',
    'info',
    new Writable({ write: (line, _, done) => (lines.push(`${line}`), done()) }),
  );
  const log = requestLog(logger);
  const server = createServer((request, response) =>
    log(request, response, () => {
      request.log.error({ err: error }, 'request failed');
      (response as typeof response & { err: Error }).err = error;
      response.writeHead(500).end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}/api/anything?secret=query`);
  await new Promise((resolve) => server.close(resolve));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).toContain('UPDATE accounts SET password');
  expect(lines.join('')).toContain('"url":"/api/anything"');
  expect(lines.join('')).not.toMatch(/argon2id|secret=query/);
});
