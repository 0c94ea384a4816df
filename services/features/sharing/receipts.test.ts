import { createHash, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import vm from 'node:vm';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import type { Receipt } from '../../receipt/receipt.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { ShareLinkView } from './sharing.schema.js';
import { SigningKeysService } from './signing-keys.service.js';

const { app, own, engineer } = useApp({ project: { title: 'Night Songs', status: 'paid' } });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let path: string;
let master: Buffer;
let fileId: string;

beforeEach(async () => {
  master = randomBytes(3_000);
  const { track } = await build(app).track({ projectId: own.project.id, title: 'Ember' });
  const objectKey = `test/${randomUUID()}/a.wav`;
  await app.platform.storage.put(objectKey, master, { contentType: 'audio/wav', sizeBytes: master.length });
  const stored = { objectKey, sizeBytes: master.length, sha256: sha256(master), state: 'done' } as const;
  const { id: audioId } = await build(app).audio(stored);
  const final = { projectId: own.project.id, audioId, trackId: track.id, slotType: 'cd_master', originalName: 'E.wav' };
  fileId = (await build(app).file({ ...final, slotType: 'cd_master' })).id;
  const made = { projectId: own.project.id, purpose: 'delivery', name: 'Label' };
  path = new URL((await engineer.post<ShareLinkView>('/api/share-links', made)).data.url).pathname;
  await app.anonymous.fetch(path);
});

async function fetchZip(): Promise<{ etag: string; bytes: Buffer; files: Record<string, Buffer> }> {
  const response = await app.anonymous.fetch(`${path}/editions/1/a.zip`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return { etag: response.headers.get('etag')!, bytes, files };
}

const receiptIn = (files: Record<string, Buffer>) =>
  JSON.parse(files['receipt.json']!.toString()) as Receipt & { publicKey: string; fingerprint: string };

const isGenuine = (files: Record<string, Buffer>): boolean => {
  const x = Buffer.from(receiptIn(files).publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = Buffer.from(files['receipt.json.sig']!.toString(), 'base64');
  return verify(null, files['receipt.json']!, key, signature);
};

describe('the receipt in a ZIP', () => {
  it('names every file with its checksum, who released, approved and paid, and is signed', async () => {
    const at = new Date('2026-11-20T10:00:00Z');
    await app.database.query(
      `INSERT INTO approvals (file_id, user_id, verdict, sha256, created_at) VALUES ($1, $2, 'approved', $3, $4)`,
      [fileId, own.client.id, sha256(master), at],
    );
    await build(app).invoice({ projectId: own.project.id, status: 'paid', paidAt: at });
    const { files } = await fetchZip();
    const receipt = receiptIn(files);
    expect(isGenuine(files)).toBe(true);
    expect(receipt).toMatchObject({ title: 'Night Songs', edition: 1, client: 'Client' });
    expect(receipt.paid).toEqual([{ at: at.toISOString() }]);
    const checked = Object.entries(files).filter(([name]) => !name.startsWith('receipt'));
    expect(receipt.files.map(({ name, sha256: sum }) => [name, sum]).sort()).toEqual(
      checked.map(([name, bytes]) => [name, sha256(bytes)]).sort(),
    );
    expect(receipt.files[0]).toMatchObject({
      uploaded: { name: 'E.wav', sha256: sha256(master) },
      released: { by: 'Engineer' },
      approved: { by: 'Client', at: at.toISOString() },
    });
    const page = await (await app.anonymous.fetch(path)).text();
    expect(page).toContain(receipt.fingerprint);
  });

  it('says when but not what was paid, also if the sum was stored before', async () => {
    const paidAt = new Date('2026-11-20T10:00:00Z');
    await build(app).invoice({ projectId: own.project.id, status: 'paid', paidAt });
    await fetchZip();
    await app.database.query(
      `UPDATE editions SET receipt = jsonb_set(receipt, '{paid,0}', receipt #> '{paid,0}' || $2) WHERE project_id = $1`,
      [own.project.id, JSON.stringify({ invoice: 1, amount: '$450.00' })],
    );
    const { files } = await fetchZip();
    expect(receiptIn(files).paid).toEqual([{ at: paidAt.toISOString() }]);
    for (const bytes of Object.values(files)) expect(bytes.includes('$450')).toBe(false);
  });

  it('stays identical, even after a later payment', async () => {
    const first = await fetchZip();
    await build(app).invoice({ projectId: own.project.id, status: 'paid', paidAt: new Date() });
    const second = await fetchZip();
    expect([second.etag, second.bytes.equals(first.bytes)]).toEqual([first.etag, true]);
    const rest = await app.anonymous.fetch(`${path}/editions/1/a.zip`, {
      headers: { range: 'bytes=4000-', 'if-range': first.etag },
    });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(first.bytes.subarray(4000))).toBe(true);
  });

  it('has a page that checks the signature without external resources', async () => {
    const { files } = await fetchZip();
    const page = files['receipt.html']!.toString();
    expect(page).not.toMatch(/(src|href)=|https?:/);
    const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text!);
    const textOf = (id: string) => new RegExp(`id="${id}">([^<]*)<`).exec(page)![1]!;
    const verdictOn = (receipt: string): string => {
      const elements = new Map<string, { textContent: string }>();
      const make = (text = '') => ({
        textContent: text,
        append() {},
        addEventListener() {},
        classList: { toggle() {} },
      });
      const getElementById = (id: string) => {
        const found = elements.get(id) ?? make({ receipt, signature: textOf('signature') }[id]);
        elements.set(id, found);
        return found;
      };
      const document = { getElementById, createElement: () => make(), title: '' };
      vm.runInNewContext(scripts.join('\n'), { document, atob, TextDecoder, Uint8Array });
      return elements.get('state')!.textContent;
    };
    expect(verdictOn(textOf('receipt'))).toMatch(/is valid/);
    const forged = Buffer.from(textOf('receipt'), 'base64').toString().replace('Night', 'Other');
    expect(verdictOn(Buffer.from(forged).toString('base64'))).toMatch(/is not valid/);
  });
});

describe('the signing key', () => {
  it('is created once, even by simultaneous requests, and is not readable in the database', async () => {
    await app.database.query('DELETE FROM signing_keys');
    const keys = app.get(SigningKeysService);
    const made = await Promise.all(Array.from({ length: 5 }, () => keys.current()));
    expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
    const [row] = await app.database.query<{ sealed: string }>('SELECT sealed_private_key AS sealed FROM signing_keys');
    const der = made[0]!.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    expect(Buffer.from(row!.sealed, 'base64').includes(der)).toBe(false);
  });

  it('is replaced when the secret has changed, which everyone can see', async () => {
    const before = receiptIn((await fetchZip()).files).fingerprint;
    jest.replaceProperty(app.config, 'secret', 'another secret of the installation, long enough');
    const keys = app.get(SigningKeysService);
    const [now, earlier] = await keys.fingerprints();
    jest.restoreAllMocks();
    expect([earlier!.fingerprint, now!.fingerprint === before]).toEqual([before, false]);
    const trail = await app.database.query<{ subject: string }>(
      `SELECT subject FROM audit_entries WHERE subject LIKE 'signing key%'`,
    );
    expect(trail).toHaveLength(1);
  });
});
