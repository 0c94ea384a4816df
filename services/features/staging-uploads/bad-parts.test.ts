import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { Stage } from '../../testing/staging.js';
import { noiseWave, sha256 } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { PartsView } from '../uploads/upload-parts.schema.js';

type Part = PartsView['parts'][number];

const MIB = 1 << 20;
const large = noiseWave(17 * MIB);
const file = { originalName: '01 Ember.wav', sizeBytes: large.length, lastModified: 1_700_000_000_000 };

const { app, own, stage } = useApp({ project: {} });
let r2Key: string;
let parts: Part[];

beforeEach(async () => {
  [{ r2Key }] = (await stage.begin([file])) as [{ r2Key: string }];
  ({ parts } = (await stage.missingParts(r2Key)).data);
});

const bytesOf = ({ offset, sizeBytes }: Part) => new Uint8Array(large.subarray(offset, offset + sizeBytes));
const put = (url: string, body: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'PUT', body });
const sentBytes = async () => (await stage.missingParts(r2Key)).data.sentBytes;
const register = () => stage.register([{ ...file, fileName: file.originalName, r2Key }]);

async function sendAll(): Promise<void> {
  for (const part of parts) expect((await put(part.uploadUrl, bytesOf(part))).status).toBe(200);
}

/** A request whose body is still to be written; `declared` is what it says of its length, null for nothing. */
function opened({ uploadUrl }: Part, declared: number | null): ClientRequest {
  const headers = declared === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': declared };
  const sending = request(uploadUrl, { method: 'PUT', headers });
  sending.on('error', () => undefined);
  return sending;
}

async function answerTo(sending: ClientRequest): Promise<number> {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode!;
}

describe('a part', () => {
  it.each([
    ['another place', 'offset', '1'],
    ['a place beyond the end', 'offset', String(large.length)],
    ['a place before the beginning', 'offset', '-8'],
    ['a place that is no number', 'offset', 'x'],
    ['another length', 'size', '1'],
    ['a length below zero', 'size', '-1'],
    ['another number', 'part', '2'],
    ['a number that the file does not have', 'part', '99'],
    ['another upload', 'upload', 'b3f1c1f0-0000-4000-8000-000000000000'],
    ['a path for an upload', 'upload', '../../objects'],
    ['a later end', 'expires', '99999999999999'],
  ])('is refused when its URL was changed to %s', async (_, name, value) => {
    const url = new URL(parts[0]!.uploadUrl);
    url.searchParams.set(name, value);
    expect((await put(url.href, bytesOf(parts[0]!))).status).toBe(403);
    expect(await sentBytes()).toBe(0);
  });

  it('of another length than the signed one is refused and not stored', async () => {
    for (const length of [0, 1, 8 * MIB - 1, 8 * MIB + 1]) {
      expect((await put(parts[0]!.uploadUrl, new Uint8Array(length))).status).toBe(400);
    }
    expect(await sentBytes()).toBe(0);
    await sendAll();
    expect((await register()).status).toBe(200);
  });

  it('that is shorter than declared does not count', async () => {
    const sending = opened(parts[0]!, 8 * MIB);
    await new Promise<void>((written) => sending.write(bytesOf(parts[0]!).subarray(0, MIB), () => written()));
    const closed = new Promise((resolve) => sending.once('close', resolve));
    sending.destroy();
    await closed;
    expect(await sentBytes()).toBe(0);
    await sendAll();
    expect(await sentBytes()).toBe(large.length);
  });

  it('that never ends is cut off at its declared length', async () => {
    const sending = opened(parts[2]!, null);
    const closed = new Promise((resolve) => sending.once('close', resolve));
    sending.on('response', (answer) => answer.resume());
    const more = setInterval(() => sending.write(Buffer.alloc(MIB)), 5);
    await closed;
    clearInterval(more);
    expect(await sentBytes()).toBe(0);
  });

  it('that is too short, in a body of unknown length, is refused', async () => {
    const sending = opened(parts[2]!, null);
    const answered = answerTo(sending);
    sending.end(Buffer.alloc(MIB - 1));
    expect(await answered).toBe(400);
    expect(await sentBytes()).toBe(0);
  });

  it('does not change a staged file', async () => {
    await sendAll();
    expect((await register()).status).toBe(200);
    const late = await put(parts[0]!.uploadUrl, new Uint8Array(8 * MIB));
    expect(late.status).toBe(404);
    const { body } = await app.platform.storage.get(r2Key);
    expect(sha256(Buffer.concat(await body.toArray()))).toBe(sha256(large));
    expect((await register()).data.stagingFiles).toHaveLength(1);
    expect(await stage.files()).toHaveLength(1);
  });

  it('is refused once its upload was cancelled', async () => {
    await stage.engineer.post(`${stage.path}/cancel-uploads`, { r2Keys: [r2Key] });
    expect((await put(parts[0]!.uploadUrl, bytesOf(parts[0]!))).status).toBe(404);
    expect((await stage.missingParts(r2Key)).status).toBe(404);
  });
});

describe('asking for parts', () => {
  it('is refused to the client, and returns 404 to outsiders', async () => {
    expect((await new Stage(app.as(own.client), own.project.id).missingParts(r2Key)).status).toBe(403);
    const { engineer } = await build(app).project();
    expect((await new Stage(app.as(engineer), own.project.id).missingParts(r2Key)).status).toBe(404);
    expect((await app.anonymous.post(`${stage.path}/upload-parts`, { r2Key })).status).toBe(401);
  });

  it('only accepts keys of uploads', async () => {
    const { storage } = app.platform;
    const foreign = `projects/${own.project.id}/staging/x/foreign.wav`;
    await storage.put(foreign, noiseWave(), { contentType: 'audio/wav' });
    for (const key of [
      foreign,
      `${r2Key}x`,
      `../${r2Key}`,
      r2Key.replaceAll('/', '//'),
      '/',
      '.',
      r2Key.toUpperCase(),
    ]) {
      expect((await stage.missingParts(key)).status).toBe(404);
    }
    for (const key of ['', 'x'.repeat(1001), 7, null, [r2Key]]) {
      expect((await stage.missingParts(key as string)).status).toBe(400);
    }
  });
});

describe('registering', () => {
  it.each([
    ['less', large.length - 1],
    ['more', large.length + 1],
    ['nothing', 0],
  ])('a file of which %s bytes arrived than announced names it', async (_, sizeBytes) => {
    await sendAll();
    const answer = await stage.register([{ ...file, fileName: file.originalName, r2Key, sizeBytes }]);
    expect(answer).toMatchObject({ status: 422, code: 'no_good_file' });
    expect((await register()).status).toBe(200);
  });
});
