import { beforeEach, describe, expect, it } from '@jest/globals';
import { hostilePngs, pngAddress, redPng } from '../../platform/pictures/picture.testing.js';
import { build } from '../../testing/build.js';
import { pdfText } from '../../testing/pdf-text.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';
import type { InvoiceView } from './invoices.schema.js';

const PIXEL = pngAddress(redPng(1, 1));

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'preview_ready' } });
let projectId: string;

beforeEach(async () => {
  projectId = own.project.id;
  await build(app).quote({ projectId, status: 'accepted' });
  await build(app).file({ projectId });
});

const send = async (body: object = {}) =>
  (await engineer.post<InvoiceView>('/api/invoices', { projectId, amount: 450, due_date: '2999-12-31', ...body })).data;

describe('the document', () => {
  const pdf = async (id: string, caller = client) => {
    const response = await caller.fetch(`/api/invoices/${id}/pdf`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { headers: response.headers, bytes, ...(await pdfText(bytes)) };
  };

  it('states payer, payee, amount and due date, in any Latin, Greek or Cyrillic letters', async () => {
    const brand = { legalName: 'Северная Студия', address: 'Улица 1\nМосква', taxId: 'RU 77', brandName: 'Ночь' };
    await app.database.manager.update(Studio, { id: own.studio.id }, brand);
    await app.database.manager.update(User, { id: own.client.id }, { name: 'Αθηνά Παπαδοπούλου' });
    await app.database.manager.update(Project, { id: projectId }, { title: 'Élan — Łódź' });
    const { id } = await send({ amount: 1234.5, notes: 'Danke schön,\nbis bald' });
    const { headers, bytes, text } = await pdf(id);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="Invoice 1.pdf"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    for (const part of ['Ночь', 'Invoice#1', 'СевернаяСтудия', 'Улица1Москва', 'TaxID:RU77', own.engineer.email]) {
      expect(text).toContain(part);
    }
    for (const part of [
      'ΑθηνάΠαπαδοπούλου',
      own.client.email,
      'DueDec31,2999',
      'Élan—Łódź',
      '$1,234.50',
      'Dankeschön,bisbald',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/PAID|CANCELLED|demo/);
  });

  it('says how to pay while it is open', async () => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { paymentInstructions: 'IBAN DE00' });
    const { id } = await send();
    expect((await pdf(id)).text).toContain('IBANDE00');
    await engineer.put(`/api/invoices/${id}/status`, { status: 'paid' });
    expect((await pdf(id)).text).not.toContain('IBAN');
  });

  it('is marked as paid or cancelled, and as a demonstration only where it was one', async () => {
    const { id } = await send();
    await client.post(`/api/projects/${projectId}/pay`);
    expect((await pdf(id)).text).toMatch(/PAID.*Paid\(demo,norealpayment\)/);
    await engineer.put(`/api/invoices/${id}/status`, { status: 'cancelled' });
    expect((await pdf(id)).text).toContain('CANCELLED');
    await engineer.put(`/api/invoices/${id}/status`, { status: 'paid' });
    expect((await pdf(id)).text).toMatch(/^(?!.*demo).*PAID/);
  });

  it('contains the data from when it was sent', async () => {
    const { id } = await send();
    await app.database.manager.update(User, { id: own.client.id }, { name: 'Somebody else' });
    expect((await pdf(id, engineer)).text).not.toContain('Somebodyelse');
    expect((await engineer.get(`/api/invoices/${id}`)).data.clientName).toBe('Client');
  });

  it.each([
    ['names and notes of any length', { title: 'Long '.repeat(40).trim(), brandLogo: '', notes: 'word '.repeat(990) }],
    ['a logo of its own', { title: 'A', brandLogo: PIXEL, notes: '' }],
    ['a logo that is none', { title: 'A', brandLogo: 'data:image/png;base64,AAAA', notes: '' }],
    ['a logo that ends its reader', { title: 'A', brandLogo: pngAddress(hostilePngs.damaged), notes: '' }],
    ['a logo that never ends', { title: 'A', brandLogo: pngAddress(hostilePngs.endless), notes: '' }],
    ['a logo elsewhere', { title: 'A', brandLogo: 'https://example.com/logo.png', notes: '' }],
    ['half an emoji and control characters', { title: 'A', brandLogo: '', notes: 'a\ud83db\u0007c\td 🎧 日本' }],
  ])('takes %s', async (_what, { title, brandLogo, notes }) => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { brandLogo, brandName: 'Nightshift' });
    await app.database.manager.update(Project, { id: projectId }, { title });
    const { id } = await build(app).invoice({ projectId, notes });
    const { text, bytes } = await pdf(id);
    expect(text).toContain('Total$450.00');
    expect(bytes.includes('/Subtype /Image')).toBe(brandLogo === PIXEL);
    expect(text).toContain('Nightshift');
  });
});
