import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const good = { DATABASE_URL: 'postgres://u@localhost/l', SECRET: 'x'.repeat(32), DATA_DIR: '/tmp/l' };

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-config-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are read from NAME_FILE; the passwords of database and mail server are separate from their addresses', () => {
    const config = loadConfig({
      DATABASE_URL: 'postgres://lacquer@database:5432/lacquer',
      DATABASE_PASSWORD_FILE: file('password', 'p@ss/word\n'),
      SECRET_FILE: file('secret', `${'s'.repeat(32)}\n`),
      SMTP_URL: 'smtp://portal@mail.example.com:587',
      SMTP_PASSWORD_FILE: file('smtp_password', 'a:b@c\n'),
      OIDC_CLIENT_SECRET_FILE: file('none yet', ''),
    });
    expect(config.smtpUrl).toBe('smtp://portal:a%3Ab%40c@mail.example.com:587');
    expect(config.oidc).toBeUndefined();
    expect(config.databaseUrl).toBe('postgres://lacquer:p%40ss%2Fword@database:5432/lacquer');
    expect(config.queueUrl).toBe(config.databaseUrl);
    expect(config.secret).toBe('s'.repeat(32));
  });

  it('are refused with a sentence when the file is missing or the setting is given twice', () => {
    const settings = { DATABASE_URL: 'postgres://localhost/lacquer' };
    expect(() => loadConfig({ ...settings, SECRET_FILE: join(folder, 'none') })).toThrow(
      'The setting SECRET_FILE names a file that cannot be read',
    );
    expect(() => loadConfig({ ...settings, SECRET: 's'.repeat(32), SECRET_FILE: file('other', 'x') })).toThrow(
      'Set either SECRET or SECRET_FILE, not both.',
    );
  });
});

describe('loadConfig', () => {
  it('falls back to the embedded defaults', () => {
    expect(loadConfig(good)).toMatchObject({
      devMode: true,
      demoPayments: true,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      queueUrl: good.DATABASE_URL,
      storageUrl: 'file:/tmp/l/objects',
      maxStagingBytes: 104_857_600,
    });
  });

  it('treats an empty setting as unset', () => {
    expect(loadConfig({ ...good, PORT: '', QUEUE_URL: '' }).port).toBe(3000);
  });

  it.each([
    [{ ...good, PORT: 'many' }, /PORT is not valid/],
    [{ ...good, PORT: '4190' }, /PORT is not valid: browsers refuse to open this port/],
    [{ ...good, PUBLIC_URL: 'http://p.example:6000' }, /PUBLIC_URL is not valid: browsers refuse to open its port/],
    [{ ...good, DATABASE_URL: undefined }, /DATABASE_URL is missing/],
    [{ ...good, SECRET: 'short' }, /SECRET is not valid: must have at least 32/],
    [{ ...good, STORAGE_URL: 'ftp://x' }, /STORAGE_URL is not valid: must begin with file: or s3:/],
    [{ ...good, STORAGE_URL: 's3://bucket' }, /S3_ACCESS_KEY/],
    [{ ...good, NODE_ENV: 'production', DEV_MODE: '1' }, /DEV_MODE must not be on/],
    [{ ...good, NODE_ENV: 'production', SMTP_URL: 'none' }, /PUBLIC_URL is missing/],
    [{ ...good, NODE_ENV: 'production', PUBLIC_URL: 'https://p.example' }, /SMTP_URL is missing: .* SMTP_URL=none/],
    [{ ...good, SMTP_URL: 'mail.example.com' }, /SMTP_URL is not valid: must begin with smtp: or smtps:, or be none/],
    [
      {
        ...good,
        ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://p.example', SMTP_URL: 'none' },
        ...{ OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' },
      },
      /OIDC_ISSUER must begin with https: in production/,
    ],
    [{ ...good, DEV_MODE: 'perhaps' }, /DEV_MODE is not valid/],
  ])('names the bad setting (%#)', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('refuses Dev Mode in production and never shows the secret in a message', () => {
    const decided = { NODE_ENV: 'production', PUBLIC_URL: 'https://p.example/', SMTP_URL: 'none' };
    expect(loadConfig({ ...good, ...decided })).toMatchObject({
      devMode: false,
      demoPayments: false,
      host: '0.0.0.0',
      publicUrl: 'https://p.example',
      smtpUrl: undefined,
      trustProxy: undefined,
    });
    expect(loadConfig({ ...good, TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(loadConfig({ ...good, TRUST_PROXY: 'loopback, 10.0.0.1' }).trustProxy).toBe('loopback, 10.0.0.1');
    expect(loadConfig({ ...good, ...decided, DEMO_PAYMENTS: '1' }).demoPayments).toBe(true);
    expect(() => loadConfig({ ...good, SECRET: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'));
  });
});

it('reads the password of the queue from its own setting, unless the address contains one', () => {
  const base = { DATABASE_URL: 'postgres://localhost/x', SECRET: 'x'.repeat(32), QUEUE_PASSWORD: 'p@ss' };
  const queueUrl = (QUEUE_URL: string) => loadConfig({ ...base, QUEUE_URL }).queueUrl;
  expect(queueUrl('redis://queue:6379')).toBe('redis://:p%40ss@queue:6379');
  expect(queueUrl('redis://:own@queue:6379')).toBe('redis://:own@queue:6379');
});
