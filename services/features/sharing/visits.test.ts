import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { makeLink, type StoredFinal, storeFinal } from './deliveries.testing.js';
import type { LinkPurpose, ProjectLinks } from './sharing.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

let visits = 0;
let visitor: Caller;
let final: StoredFinal;

beforeEach(async () => {
  visitor = app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits += 1)}` });
  final = await storeFinal(app, { projectId: own.project.id, originalName: 'Ember.wav' });
  await app.database.query('UPDATE audio SET preview_key = object_key WHERE object_key = $1', [final.objectKey]);
});

const shown = async (caller = engineer) =>
  (await caller.get<ProjectLinks>(`/api/share-links/project/${own.project.id}`)).data.links[0]!;
const opened = async () => (await shown()).timesOpened;
/** A link whose page was fetched. */
async function link(purpose: LinkPurpose, body: object = {}) {
  const { path } = await makeLink(engineer, own.project.id, { purpose, ...body });
  const token = path.slice(3);
  const base = purpose === 'listening' ? `/api/shared/${token}` : path;
  const page = purpose === 'listening' ? `${base}/record` : base;
  await fetched(page);
  return { token, page, visit: `/api/shared/${token}/visit`, sound: `${base}/files/${final.id}/preview` };
}
const fetched = async (path: string, init: RequestInit = {}, caller = visitor) => {
  const answer = await caller.fetch(path, init);
  await answer.arrayBuffer();
  return answer.status;
};

describe.each(['listening', 'delivery'] as const)('a link for %s', (purpose) => {
  it('is not opened by mail scanners, link previews, HEAD or prefetch', async () => {
    const { page, sound } = await link(purpose);
    expect(await fetched(page, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } })).toBe(200);
    for (const address of [page, sound]) {
      expect(await fetched(address, { method: 'HEAD' })).toBe(200);
      expect(await fetched(address, { headers: { 'sec-purpose': 'prefetch;prerender' } })).toBe(200);
    }
    await fetched(sound, { headers: { range: 'bytes=100-200' } });
    expect(await opened()).toBe(0);
  });

  it('is opened once for each visitor who sees its page, as long as they stay', async () => {
    const { visit } = await link(purpose);
    expect(await shown()).toMatchObject({ timesOpened: 0, lastOpenedAt: null });
    for (let n = 0; n < 3; n += 1) expect(await fetched(visit, { method: 'POST' })).toBe(200);
    expect(await opened()).toBe(1);
    const other = app.anonymous.with({ 'x-forwarded-for': '198.51.100.7' });
    await fetched(visit, { method: 'POST' }, other);
    expect(await shown(client)).toMatchObject({ timesOpened: 2, lastOpenedAt: expect.any(String) });
  });

  it('is opened by its first sound, also without scripts', async () => {
    const { sound, visit } = await link(purpose);
    expect(await fetched(sound, { headers: { range: 'bytes=0-99' } })).toBe(206);
    expect(await opened()).toBe(1);
    await fetched(sound);
    await fetched(visit, { method: 'POST' });
    expect(await opened()).toBe(1);
  });

  it('with a password is not opened before it is given', async () => {
    const { visit, sound } = await link(purpose, { password: 'open sesame' });
    expect(await fetched(visit, { method: 'POST' })).toBe(403);
    expect(await fetched(sound)).toBe(403);
    expect(await opened()).toBe(0);
  });
});

describe('a link for delivery', () => {
  it.each([
    ['a file', (token: string) => `/d/${token}/files/${final.id}/Ember.wav`],
    ['a ZIP', (token: string) => `/d/${token}/editions/1/Night%20Songs.zip`],
  ])('is opened by the first byte of %s', async (_what, addressOf) => {
    const { token } = await link('delivery');
    const address = addressOf(token);
    expect(await fetched(address, { method: 'HEAD' })).toBe(200);
    await fetched(address, { headers: { range: 'bytes=100-' } });
    expect(await opened()).toBe(0);
    expect(await fetched(address)).toBe(200);
    expect(await opened()).toBe(1);
  });

  it('is not opened by a file that is locked', async () => {
    await app.database.query(`UPDATE projects SET status = 'in_progress', invoice_status = 'sent' WHERE id = $1`, [
      own.project.id,
    ]);
    const { token } = await link('delivery');
    expect(await fetched(`/d/${token}/files/${final.id}/Ember.wav`)).toBe(402);
    expect(await opened()).toBe(0);
  });
});
