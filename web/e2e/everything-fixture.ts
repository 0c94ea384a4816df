import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { until } from '../../services/testing/until.js';
import { markedFields, MARKUP, MORE_MARKUP } from './text-fields.js';

const DEMO_CLIENT = '01900000-0000-7000-8000-000000000002';
const DEMO_ENGINEER = '01900000-0000-7000-8000-000000000001';
/** E-mail addresses cannot contain spaces. */
const addressOf = (person: string) => `"${person}<img/src=x/onerror=ran()>"@example.com`;
const NAME = `${MARKUP}.wav`;

export interface Everything {
  projectId: string;
  /** A project with an unanswered quote. */
  quotedId: string;
  fileId: string;
  invoiceId: string;
  /** Links that have not been used yet. */
  invitePath: string;
  joinPath: string;
  unsubscribePath: string;
  /** A listening link. */
  listenPath: string;
  /** Fields in which markup was sent, such as `POST /api/comments comment`. */
  marked: Set<string>;
}

/** Creates one of every text that people can write, all with markup, as the two demo people. */
export async function makeEverything(
  url: string,
  { engineer, client }: { engineer: BrowserContext; client: BrowserContext },
): Promise<Everything> {
  const marked = new Set<string>();

  /** Calls the API as that person. @throws if it refuses, unless that is `expected` */
  async function send<T>(
    { request }: BrowserContext,
    call: string,
    body: object = {},
    params: Record<string, string> = {},
    expected: 'taken' | 'refused' | 'either' = 'taken',
  ): Promise<T> {
    const [method = '', template = ''] = call.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? name);
    for (const field of markedFields(body)) marked.add(`${call} ${field}`);
    const answer = await request.fetch(url + path, { method, ...(method !== 'GET' && { data: body }) });
    const text = await answer.text();
    const isRefused = answer.status() >= 400 && answer.status() < 500;
    if (!(answer.ok() && expected !== 'refused') && !(isRefused && expected !== 'taken'))
      throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  }
  const refused = (call: string, body: object, params: Record<string, string> = {}) =>
    send(engineer, call, body, params, 'refused');

  async function people(): Promise<void> {
    const profile = { name: MARKUP, phone: MARKUP, address: MORE_MARKUP, bio: MORE_MARKUP, company: MARKUP };
    await send(engineer, 'PUT /api/users/{id}/profile', profile, { id: DEMO_ENGINEER });
    await send(client, 'PUT /api/users/{id}/profile', profile, { id: DEMO_CLIENT });
    for (const field of ['email', 'website'])
      await send(engineer, 'PUT /api/users/{id}/profile', { [field]: MARKUP }, { id: DEMO_ENGINEER }, 'either');
    const studio = ['brandName', 'twitter', 'instagram', 'facebook', 'legalName', 'address', 'taxId'];
    const texts = Object.fromEntries(studio.map((field) => [field, MARKUP]));
    await send(engineer, 'PUT /api/studio/settings', {
      ...texts,
      paymentInstructions: MORE_MARKUP,
      mailClosing: MORE_MARKUP,
    });
    for (const field of ['contactEmail', 'fileNameTemplate'])
      await send(engineer, 'PUT /api/studio/settings', { [field]: MARKUP }, {}, 'either');
    const address = { email: addressOf('e'), password: 'x'.repeat(8) };
    await send(engineer, 'POST /api/users/{id}/sign-in-address', address, { id: DEMO_ENGINEER }, 'either');
    for (const field of ['timeZone', 'brandColor', 'brandLogo', 'reminderTime'])
      await refused('PUT /api/studio/settings', { [field]: MARKUP });
    await send(engineer, 'POST /api/users', { name: MARKUP, email: addressOf('a'), role: 'client' });
    await send(client, 'POST /api/mailing-list', { name: MARKUP, email: addressOf('g'), notes: MORE_MARKUP });
    await send(client, 'POST /api/mailing-list', { name: 'Spam', email: 'spam@example.com', website: MARKUP });
    await send(client, 'POST /api/analytics/events', {
      name: 'error',
      pageType: 'public',
      path: `/${MARKUP}`,
      label: MARKUP,
    });
  }

  /** Sends markup to the sign-in and setup forms, which must refuse it. */
  async function doors(): Promise<void> {
    const email = addressOf('h');
    await refused('POST /api/setup', { name: MARKUP, email, password: 'x'.repeat(8), studioName: MARKUP });
    await refused('POST /api/auth/sign-in/email', { email, password: 'x'.repeat(8) });
    await send(engineer, 'POST /api/auth/forgot-password', { email });
    await send(engineer, 'POST /api/auth/reset-link', { email }, {}, 'either');
    await send(engineer, 'POST /api/auth/sign-in/link', { email });
    await refused('POST /api/auth/sign-in/link', { email, next: MARKUP });
  }

  /** Path of such a link in the newest mail that has one. */
  const mailed = async (kind: string): Promise<string> => {
    let path: string | undefined;
    await until(`a mail with a link to /${kind}`, async () => {
      for (const { id } of await send<{ id: string }[]>(engineer, 'GET /api/dev/mails')) {
        const { text } = await send<{ text: string }>(engineer, 'GET /api/dev/mails/{id}', {}, { id });
        path = new RegExp(`/${kind}/[\\w.-]+`).exec(text)?.[0];
        if (path) return true;
      }
      return false;
    });
    return path!;
  };

  async function invitations() {
    const accept = { name: MARKUP, password: 'correct horse' };
    await send(engineer, 'POST /api/invites', { name: MARKUP, email: addressOf('b') });
    const first = await mailed('invite');
    const stranger = await client.browser()!.newContext();
    await send(stranger, 'POST /api/invites/accept/{token}', accept, { token: first.split('/')[2]! });
    await send(engineer, 'POST /api/invites', { name: MARKUP, email: 'invited@example.com' });
    await until('the second invitation', async () => (await mailed('invite')) !== first);
    await send(engineer, 'POST /api/engineer-invites', { name: MARKUP, email: addressOf('c') });
    const join = await mailed('join');
    await send(
      stranger,
      'POST /api/engineer-invites/accept/{token}',
      { ...accept, studioName: MARKUP },
      { token: join.split('/')[2]! },
    );
    await stranger.close();
    await send(engineer, 'POST /api/engineer-invites', { name: MARKUP, email: 'joins@example.com' });
    await until('the second invitation of an engineer', async () => (await mailed('join')) !== join);
    return { invitePath: await mailed('invite'), joinPath: await mailed('join') };
  }

  const texts = { title: MARKUP, notes: MORE_MARKUP };
  async function ofDemoClient(): Promise<string> {
    const body = { ...texts, clientId: DEMO_CLIENT };
    return (await send<{ id: string }>(engineer, 'POST /api/projects', body)).id;
  }

  async function project(): Promise<string> {
    await send(engineer, 'POST /api/projects', { ...texts, client: { name: MARKUP, email: addressOf('d') } });
    const id = await ofDemoClient();
    await send(engineer, 'PUT /api/projects/{id}', texts, { id });
    const first = await send<{ id: string }>(engineer, 'POST /api/quotes', {
      projectId: id,
      amount: 400,
      notes: MORE_MARKUP,
    });
    await send(client, 'PUT /api/quotes/{id}/reject', { reason: MORE_MARKUP }, first);
    const lines = [{ description: MARKUP, quantity: 1, unitCents: 35_000, ordered: 'streaming_master' }];
    const revision = { projectId: id, lines, notes: MORE_MARKUP, isRevision: true, parentQuoteId: first.id };
    const second = await send<{ id: string }>(engineer, 'POST /api/quotes', revision);
    await send(client, 'PUT /api/quotes/{id}/accept', {}, second);
    return id;
  }

  async function tracks(projectId: string): Promise<string> {
    const texts = { title: MARKUP, isrc: MARKUP, notes: MORE_MARKUP };
    const made = await send<{ track: { id: string } }>(
      engineer,
      'POST /api/tracks/projects/{projectId}',
      { trackNumber: 1, ...texts },
      { projectId },
    );
    await send(engineer, 'PUT /api/tracks/{id}', texts, made.track);
    return made.track.id;
  }

  /**
   * Stages four files with markup in names, folders and tags; releases the first, names the purpose of the third, and
   * releases the last with the errors that it has.
   */
  async function release(projectId: string, trackId: string, bytes: Buffer): Promise<string> {
    const tags = { title: MARKUP, artist: MARKUP, album: MARKUP, trackNumber: 1, isrc: MARKUP };
    const sound = { container: 'wav', sampleRateHz: 44100, channels: 2, bitsStored: 16, float: false, durationS: 5 };
    const named = { sizeBytes: bytes.length, folder: MARKUP, header: { ...sound, tags } };
    const { uploads } = await send<{ uploads: { r2Key: string; fileName: string; uploadUrl: string }[] }>(
      engineer,
      'POST /api/staging/projects/{projectId}/upload-urls',
      {
        files: [1, 2, 3, 4].map((version) => ({
          ...named,
          originalName: `${version}${NAME}`,
          contentType: 'audio/wav',
        })),
      },
      { projectId },
    );
    for (const { uploadUrl } of uploads) {
      const headers = { 'content-type': 'audio/wav' };
      const put = await engineer.request.put(new URL(uploadUrl, url).href, { data: bytes, headers });
      if (!put.ok()) throw new Error(await put.text());
    }
    const files = uploads.map(({ r2Key, fileName }, index) => ({
      r2Key,
      fileName,
      originalName: `${index + 1}${NAME}`,
      sizeBytes: bytes.length,
    }));
    const odd = { files: [{ originalName: 'odd.wav', sizeBytes: 1, contentType: MARKUP }] };
    await send(engineer, 'POST /api/staging/projects/{projectId}/upload-urls', odd, { projectId }, 'either');
    const bulk = 'POST /api/staging/projects/{projectId}/bulk-upload';
    const { stagingFiles } = await send<{ stagingFiles: { id: string }[] }>(engineer, bulk, { files }, { projectId });
    const listed = () =>
      send<{ stagingFiles: { analysis: { state: string } }[] }>(
        engineer,
        'GET /api/staging/projects/{projectId}',
        {},
        { projectId },
      );
    await until('the analyses', async () =>
      (await listed()).stagingFiles.every(({ analysis }) => analysis.state === 'done'),
    );
    const [first, , third, last] = stagingFiles;
    const assign = 'POST /api/staging/projects/{projectId}/files/{fileId}/assign';
    await send(engineer, assign, { trackId, slotType: 'streaming_master' }, { projectId, fileId: first!.id });
    const other = { kind: 'other', title: MARKUP, trackId: null, side: null };
    const set = 'PUT /api/staging/projects/{projectId}/files/{fileId}/deliverable';
    await send(engineer, set, { deliverable: other }, { projectId, fileId: third!.id });
    await refused(set, { deliverable: { ...other, side: MARKUP } }, { projectId, fileId: third!.id });
    const stereoAtmos = { ...other, kind: 'atmos', trackId };
    await send(engineer, set, { deliverable: stereoAtmos }, { projectId, fileId: last!.id });
    const out = 'POST /api/staging/projects/{projectId}/release';
    await send(engineer, out, { stagingFileIds: [first!.id] }, { projectId });
    const released = await send<{ id: string }[]>(engineer, 'GET /api/files/project/{projectId}', {}, { projectId });
    await send(engineer, out, { stagingFileIds: [last!.id], reason: MORE_MARKUP }, { projectId });
    return released[0]!.id;
  }

  async function original(projectId: string, bytes: Buffer): Promise<void> {
    const named = { projectId, fileType: 'upload', fileName: NAME };
    const { fileId } = await send<{ fileId: string }>(client, 'POST /api/files/upload-url', named);
    const headers = { 'content-type': 'audio/wav' };
    const put = await client.request.put(`${url}/api/files/upload/${fileId}`, { data: bytes, headers });
    if (!put.ok()) throw new Error(await put.text());
    const odd = { ...named, contentType: MARKUP };
    await send(client, 'POST /api/files/upload-url', odd, {}, 'either');
  }

  async function metadata(projectId: string, trackId: string): Promise<void> {
    const marked = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, MARKUP]));
    const release = marked([
      ...['artist', 'album', 'upc', 'catalogueNumber', 'label'],
      ...['releaseDate', 'genre', 'language', 'pLine', 'cLine'],
    ]);
    const track = marked([
      ...['title', 'version', 'artist', 'featured', 'composers', 'lyrics'],
      ...['isrc', 'isrcInstrumental', 'isrcClean', 'isrcEdit'],
    ]);
    const body = { release, tracks: [{ trackId, ...track }] };
    await send(engineer, 'PUT /api/projects/{id}/metadata', body, { id: projectId });
  }

  /** A declined proposal with the engineer's words, and an open one. */
  async function album(id: string): Promise<void> {
    interface Album {
      revision: number;
      proposal: { revision: number } | null;
      tracks: { trackId: string; title: string }[];
    }
    const { revision, tracks: known } = await send<Album>(engineer, 'GET /api/projects/{id}/album', {}, { id });
    const [first, ...rest] = known.map(({ trackId }) => ({ trackId, disc: 1, side: MARKUP, gapFrames: null }));
    await refused('PUT /api/projects/{id}/album', { revision, tracks: [first, ...rest] }, { id });
    const change = known.map(({ trackId }) => ({ trackId, title: `${MARKUP} 2` })).toReversed();
    const propose = (tracks: object[]) => {
      const body = { revision, proposalRevision: null, tracks };
      return send<Album>(client, 'PUT /api/projects/{id}/album/proposal', body, { id });
    };
    const { proposal } = await propose(change);
    const answer = { revision, proposalRevision: proposal!.revision, accept: false, answer: MORE_MARKUP };
    await send(engineer, 'POST /api/projects/{id}/album/proposal/answer', answer, { id });
    await propose(change);
  }

  /** Makes a listening link and comments through it. Returns its path. */
  async function share(projectId: string, fileId: string): Promise<string> {
    const link = { projectId, purpose: 'listening', name: MARKUP, commentsAllowed: true };
    const shared = await send<{ id: string; url: string }>(engineer, 'POST /api/share-links', link);
    await send(engineer, 'PUT /api/share-links/{id}', { name: MARKUP }, { id: shared.id });
    const { pathname } = new URL(shared.url);
    const comment = { fileId, name: `Guest ${MARKUP}`, comment: MORE_MARKUP };
    await send(client, 'POST /api/shared/{token}/comments', comment, { token: pathname.split('/').at(-1)! });
    return pathname;
  }

  async function dialogue(projectId: string, fileId: string): Promise<void> {
    const comment = MORE_MARKUP;
    const said = await send<{ id: string }>(client, 'POST /api/comments', {
      projectId,
      fileId,
      timestampSeconds: 2,
      comment,
    });
    await send(client, 'POST /api/comments', { projectId, comment });
    await send(client, 'PUT /api/comments/{id}', { comment }, said);
    await send(engineer, 'POST /api/comments', { projectId, comment, parentId: said.id });
    const verdict = { verdict: 'changes_requested', note: MORE_MARKUP };
    await send(client, 'PUT /api/files/{id}/approval', verdict, { id: fileId });
  }

  const dir = await mkdtemp(join(tmpdir(), 'lacquer-everything-'));
  const path = join(dir, 'sound.wav');
  makeAudioFile(path, { format: 'wav', tags: { title: MARKUP, artist: MARKUP, album: MARKUP, isrc: MARKUP } });
  const bytes = await readFile(path);
  await rm(dir, { recursive: true });

  await people();
  await doors();
  const projectId = await project();
  const trackId = await tracks(projectId);
  const fileId = await release(projectId, trackId, bytes);
  const second = { trackNumber: 2, title: MARKUP, isrc: MARKUP, notes: MORE_MARKUP };
  const batch = 'POST /api/tracks/projects/{projectId}/batch';
  await send(engineer, batch, { tracks: [second] }, { projectId });
  await original(projectId, bytes);
  await dialogue(projectId, fileId);
  await metadata(projectId, trackId);
  await album(projectId);
  const listenPath = await share(projectId, fileId);
  const invited = { name: MARKUP, email: addressOf('f'), role: 'listens' };
  await send(client, 'POST /api/projects/{projectId}/people', invited, { projectId });
  const acceptance = { code: 'bit_depth', fileIds: [fileId], accepted: true, reason: MARKUP };
  const accept = 'PUT /api/staging/projects/{projectId}/accepted-checks';
  await send(engineer, accept, acceptance, { projectId }, 'either');
  const due = new Date(Date.now() + 30 * 24 * 3600_000).toISOString().slice(0, 10);
  const invoice = { projectId, amount: 350, due_date: due, notes: MORE_MARKUP };
  const { id: invoiceId } = await send<{ id: string }>(engineer, 'POST /api/invoices', invoice);
  const quotedId = await ofDemoClient();
  const pending = { projectId: quotedId, amount: 400, notes: MORE_MARKUP };
  const { id: quoteId } = await send<{ id: string }>(engineer, 'POST /api/quotes', pending);
  await send(client, 'POST /api/quotes/{id}/questions', { question: MORE_MARKUP }, { id: quoteId });
  await refused('DELETE /api/projects/{id}', { title: `Not ${MARKUP}` }, { id: projectId });
  const answer = { word: MARKUP, slotType: 'cd_master' };
  await refused('POST /api/staging/projects/{projectId}/answers', answer, { projectId });
  const unknown = { sha256: MARKUP, samplesSha256: MARKUP, otherSamplesSha256: [MARKUP] };
  await refused('POST /api/identify/projects/{projectId}', unknown, { projectId });
  await refused('POST /api/identify/links/{token}', unknown, { token: listenPath.split('/').at(-1)! });
  const paths = await invitations();
  return {
    projectId,
    quotedId,
    fileId,
    invoiceId,
    listenPath,
    ...paths,
    unsubscribePath: await mailed('unsubscribe'),
    marked,
  };
}
