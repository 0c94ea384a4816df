import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { synthesise } from '../../services/platform/audio/synth.js';
import type { SlotType } from '../../services/platform/domain-words.js';
import { type AudioFileSettings, makeAudioFile, writeAudioFile } from '../../services/testing/audio/audio.js';
import { until } from '../../services/testing/until.js';
import { appUrl } from './browser.js';

/** Signs a browser context in as one of the two demo people. */
export const signIn = (context: BrowserContext, role: 'engineer' | 'client') =>
  context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role } });

async function data<T>(answer: { ok(): boolean; text(): Promise<string> }): Promise<T> {
  const text = await answer.text();
  if (!answer.ok()) throw new Error(text);
  return (JSON.parse(text) as { data: T }).data;
}

/** Calls the API as the signed-in person. @throws if it refuses */
export async function send<T>(
  { request }: BrowserContext,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body: object = {},
): Promise<T> {
  return data<T>(await request.fetch(`${appUrl}/api/${path}`, { method, ...(method !== 'GET' && { data: body }) }));
}

/** Creates a project for the demo client; `context` is signed in as the demo engineer. */
export async function makeProject(context: BrowserContext, title: string): Promise<string> {
  const { request } = context;
  const users = await data<{ id: string; role: string; email: string }[]>(await request.get(`${appUrl}/api/users`));
  const clientId = users.find(({ role, email }) => role === 'client' && email.includes('demo'))?.id;
  const made = await data<{ id?: string; project?: { id: string } }>(
    await request.post(`${appUrl}/api/projects`, { data: { title, clientId } }),
  );
  return made.project?.id ?? made.id ?? '';
}

interface Upload {
  projectId: string;
  fileType: 'upload' | 'master' | 'variation' | 'revision';
  fileName: string;
  parentFileId?: string;
}

/** Writes generated music after some silence. */
export function makeLateFile(path: string, seed: number, silenceSamples: number): void {
  const sound = { kind: 'music', sampleRateHz: 48000, channels: 2, durationS: 16, seed, frequencyHz: 0 } as const;
  const channels = synthesise(sound).map((samples) => {
    const late = new Float64Array(samples.length + silenceSamples);
    late.set(
      samples.map((sample) => sample * 0.3),
      silenceSamples,
    );
    return late;
  });
  writeAudioFile(path, channels, { format: 'wav', bits: 24, sampleRateHz: 48000 });
}

type Sound = AudioFileSettings | ((path: string) => void);

/** Uploads a generated file and waits for its analysis. */
export async function upload(context: BrowserContext, body: Upload, sound: Sound): Promise<string> {
  const fileId = await sendFile(context, body, sound);
  await analysed(context, fileId);
  return fileId;
}

/** Uploads a generated file. */
export async function sendFile(context: BrowserContext, body: Upload, sound: Sound): Promise<string> {
  const { request } = context;
  const bytes = await bytesOf(sound);
  const { fileId } = await data<{ fileId: string }>(
    await request.post(`${appUrl}/api/files/upload-url`, { data: body }),
  );
  await data(
    await request.put(`${appUrl}/api/files/upload/${fileId}`, {
      data: bytes,
      headers: { 'content-type': 'audio/wav' },
    }),
  );
  return fileId;
}

async function bytesOf(sound: Sound): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'lacquer-sound-'));
  const path = join(dir, 'sound');
  if (typeof sound === 'function') sound(path);
  else makeAudioFile(path, sound);
  const bytes = await readFile(path);
  await rm(dir, { recursive: true });
  return bytes;
}

/** Stages a generated file in a slot. Returns its id. */
export async function stage(
  context: BrowserContext,
  projectId: string,
  originalName: string,
  place: { trackId: string; slotType: SlotType },
  sound: Sound,
): Promise<string> {
  const bytes = await bytesOf(sound);
  const named = { originalName, sizeBytes: bytes.length };
  const base = `staging/projects/${projectId}`;
  const { uploads } = await send<{
    uploads: { r2Key: string; fileName: string; uploadUrl: string; headers: Record<string, string> }[];
  }>(context, 'POST', `${base}/upload-urls`, { files: [named] });
  const { uploadUrl, r2Key, fileName, headers } = uploads[0]!;
  const put = await context.request.put(new URL(uploadUrl, appUrl).href, { data: bytes, headers });
  if (!put.ok()) throw new Error(await put.text());
  const arrived = { files: [{ ...named, r2Key, fileName }] };
  const { stagingFiles } = await send<{ stagingFiles: { id: string }[] }>(
    context,
    'POST',
    `${base}/bulk-upload`,
    arrived,
  );
  const { id } = stagingFiles[0]!;
  await until('the analysis', async () => {
    const listed = await send<{ stagingFiles: { id: string; analysis: { state: string } }[] }>(context, 'GET', base);
    return listed.stagingFiles.find((file) => file.id === id)?.analysis.state === 'done';
  });
  await send(context, 'POST', `${base}/files/${id}/assign`, place);
  return id;
}

const analysed = (context: BrowserContext, fileId: string): Promise<void> =>
  until('the analysis', async () => {
    const { analysis } = await data<{ analysis: { state: string } }>(
      await context.request.get(`${appUrl}/api/files/${fileId}`),
    );
    if (analysis.state === 'failed') throw new Error('The made file could not be analysed');
    return analysis.state === 'done';
  });
