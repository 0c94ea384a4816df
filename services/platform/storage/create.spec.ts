import { expect, it } from '@jest/globals';
import { failing } from '../../testing/servers/stores.js';
import { createStorage } from './create.js';

const base = { publicUrl: 'https://portal.example', secret: 's', s3AccessKey: 'key', s3SecretKey: 'secret' };

it.each([
  '',
  'data',
  'file:',
  's3:bucket',
  's3://',
  'http://x',
  's3://b?endpoint=minio:9000',
  's3://b?endpont=http://x',
  's3://b?publicEndpoint=https://store.example:4190',
])('names the setting when it is %j', (storageUrl) => {
  expect(() => createStorage({ ...base, storageUrl })).toThrow(/STORAGE_URL/);
});

it('asks for the keys that S3 needs', () => {
  const create = (): unknown => createStorage({ ...base, s3SecretKey: '', storageUrl: 's3://bucket' });
  expect(create).toThrow(failing('unavailable'));
  expect(create).toThrow(/S3_SECRET_KEY/);
});

const upload = { contentType: 'audio/wav', sizeBytes: 1, expiresInS: 60 };

it.each([
  ['file:.data/objects', 'https://portal.example/storage/a%20b.wav?'],
  ['s3://bucket?endpoint=http://minio:9000', 'http://minio:9000/bucket/a%20b.wav?'],
  [
    's3://bucket?endpoint=http://minio:9000&publicEndpoint=https://portal.example',
    'https://portal.example/bucket/a%20b.wav?',
  ],
  ['s3://bucket?region=eu-central-1', 'https://bucket.s3.eu-central-1.amazonaws.com/a%20b.wav?'],
])('signs for the browser with %s', async (storageUrl, start) => {
  const storage = createStorage({ ...base, storageUrl });
  const { url } = await storage.signUpload('a b.wav', upload);
  expect(url.replace('/incoming/', '/').slice(0, start.length)).toBe(start);
  expect(url).toMatch(/content-length|size=1/);
  expect((await storage.signDownload('a b.wav', { ...upload, fileName: 'x' })).slice(0, start.length)).toBe(start);
});
