import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { loggedError } from './log.js';

const driverError = Object.assign(new Error('duplicate key value violates unique constraint "accounts_pkey"'), {
  severity: 'ERROR',
  code: '23505',
  detail: 'Key (password)=($argon2id$secret) already exists.',
  where: 'SQL statement with $argon2id$secret',
  constraint: 'accounts_pkey',
});

describe('a failing statement in the log', () => {
  const failed = new QueryFailedError('INSERT INTO accounts (password) VALUES ($1)', ['$argon2id$secret'], driverError);

  it.each([
    ['as it is thrown', failed],
    ['as the driver throws it', driverError],
    ['as the cause of another error', new Error('The account could not be made', { cause: failed })],
  ])('keeps its text and none of its values, %s', (_how, error) => {
    const line = JSON.stringify(loggedError(error));
    expect(line).not.toContain('secret');
    expect(line).toContain('accounts_pkey');
    expect(line).toContain('23505');
  });

  it('names the statement', () => {
    expect(loggedError(failed)).toMatchObject({ query: 'INSERT INTO accounts (password) VALUES ($1)' });
  });
});

it('another error is logged completely', () => {
  expect(loggedError(Object.assign(new Error('away'), { code: 'ECONNREFUSED', detail: 'port 5432' }))).toMatchObject({
    message: 'away',
    code: 'ECONNREFUSED',
    detail: 'port 5432',
  });
});

it('an error of a broken connection is logged without the connection, which has the key that cancels its statements', () => {
  const client = { secretKey: -1335831111, connectionParameters: { host: '127.0.0.1' } };
  const logged = loggedError(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', client }));
  expect(logged).toMatchObject({ message: 'read ECONNRESET', code: 'ECONNRESET' });
  expect(JSON.stringify(logged)).not.toContain('1335831111');
});
