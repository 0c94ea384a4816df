import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const good = { DATABASE_URL: 'postgres://u@localhost/l', SECRET: 'x'.repeat(32), DATA_DIR: '/tmp/l' };

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

  it('takes an empty setting as unset', () => {
    expect(loadConfig({ ...good, PORT: '', QUEUE_URL: '' }).port).toBe(3000);
  });

  it.each([
    [{ ...good, PORT: 'many' }, /PORT is not valid/],
    [{ ...good, DATABASE_URL: undefined }, /DATABASE_URL is missing/],
    [{ ...good, SECRET: 'short' }, /SECRET is not valid: must have at least 32/],
    [{ ...good, STORAGE_URL: 'ftp://x' }, /STORAGE_URL is not valid: must begin with file: or s3:/],
    [{ ...good, STORAGE_URL: 's3://bucket' }, /S3_ACCESS_KEY/],
    [{ ...good, NODE_ENV: 'production', DEV_MODE: '1' }, /DEV_MODE must not be on/],
    [{ ...good, DEV_MODE: 'perhaps' }, /DEV_MODE is not valid/],
  ])('names the bad setting (%#)', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('has no Dev Mode in production and never shows the secret in a message', () => {
    expect(loadConfig({ ...good, NODE_ENV: 'production' })).toMatchObject({
      devMode: false,
      demoPayments: false,
      host: '0.0.0.0',
    });
    expect(loadConfig({ ...good, NODE_ENV: 'production', DEMO_PAYMENTS: '1' }).demoPayments).toBe(true);
    expect(() => loadConfig({ ...good, SECRET: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'));
  });
});
