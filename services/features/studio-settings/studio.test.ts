import { beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hostilePngs, pngAddress, redPng } from '../../platform/pictures/picture.testing.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { useApp } from '../../testing/use-app.js';
import { addClient } from '../memberships/memberships.writes.js';

const PATH = '/api/studio/settings';

const { app, own, engineer, client } = useApp({ project: {} });
let theirs: ProjectFixture;

beforeEach(async () => {
  theirs = await build(app).project();
});

const defaults = {
  currency: 'USD',
  timeZone: 'UTC',
  brandName: null,
  contactEmail: null,
  mailClosing: null,
  brandColor: null,
  brandLogo: null,
  twitter: null,
  instagram: null,
  facebook: null,
  legalName: null,
  address: null,
  taxId: null,
  paymentInstructions: null,
  reminderDays: [-3, 0, 3, 7, 14],
  reminderTime: '09:00',
  deliveryReminderDays: 7,
  fileNameTemplate: '{nn} {title} ({slot} {bits}-{rate})',
  albumGapFrames: 150,
  pqStartFrames: 0,
  pqEndFrames: 0,
  requiresSecondFactor: false,
};

describe('the settings of a studio', () => {
  it('have defaults, are stored, and belong to one studio', async () => {
    expect((await engineer.get(PATH)).data).toEqual(defaults);
    const said = {
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      brandName: 'Ada Mastering',
      brandColor: '#0fADA8',
      instagram: '@ada',
      legalName: 'Ada GmbH',
      address: 'Hauptstraße 1\nBerlin',
      taxId: 'DE123',
      reminderDays: [7, -5, 0],
      reminderTime: '18:30',
      fileNameTemplate: '{slot}/{nn} {title}',
    };
    const kept = { ...defaults, ...said, reminderDays: [-5, 0, 7] };
    expect(await engineer.put(PATH, said)).toMatchObject({ status: 200, data: kept });
    expect((await engineer.get(PATH)).data).toEqual(kept);
    expect((await app.as(theirs.engineer).get(PATH)).data).toEqual(defaults);
    const session = (await engineer.get('/api/session')).data;
    expect(session.studio).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Berlin' });
  });

  it('keep absent fields, and can be emptied', async () => {
    await engineer.put(PATH, { legalName: 'Ada GmbH', taxId: 'DE123', reminderDays: [1] });
    const { data } = await engineer.put(PATH, { legalName: null, reminderDays: [] });
    expect(data).toEqual({ ...defaults, taxId: 'DE123', reminderDays: [] });
  });

  it.each([
    [{ currency: 'CHF' }, 'currency'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+02:00' }, 'timeZone'],
    [{ timeZone: 'europe/berlin' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
    [{ brandColor: 'red' }, 'brandColor'],
    [{ brandLogo: 'https://example.com/a.png' }, 'brandLogo'],
    [{ brandLogo: 'javascript:alert(1)' }, 'brandLogo'],
    [{ brandLogo: 'data:text/html;base64,AAAA' }, 'brandLogo'],
    [{ brandLogo: `data:image/png;base64,${'A'.repeat(700_000)}` }, 'brandLogo'],
    [{ brandLogo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'brandLogo'],
    [{ deliveryReminderDays: 91 }, 'deliveryReminderDays'],
    [{ reminderDays: [61] }, 'reminderDays.0'],
    [{ reminderDays: [1.5] }, 'reminderDays.0'],
    [{ reminderDays: [3, 3] }, 'reminderDays'],
    [{ reminderDays: Array.from({ length: 11 }, (_, n) => n) }, 'reminderDays'],
    [{ reminderTime: '24:00' }, 'reminderTime'],
    [{ reminderTime: '9:00' }, 'reminderTime'],
    [{ legalName: 'A\u0007' }, 'legalName'],
    [{ fileNameTemplate: '' }, 'fileNameTemplate'],
    [{ fileNameTemplate: '{nn} {artist}' }, 'fileNameTemplate'],
    [{ fileNameTemplate: `{title}${'x'.repeat(200)}` }, 'fileNameTemplate'],
  ])('refuse %j', async (body, field) => {
    expect(await engineer.put(PATH, body)).toMatchObject({
      status: 400,
      code: 'invalid',
      details: { fields: [{ field }] },
    });
    expect((await engineer.get(PATH)).data).toEqual(defaults);
  });

  it('reduce a logo to a million pixels, and refuse one that cannot be decoded', async () => {
    const { data } = await engineer.put(PATH, { brandLogo: pngAddress(redPng(4000, 4000)) });
    expect(data.brandLogo).toMatch(/^data:image\/jpeg;base64,/);
    expect((await sharp(Buffer.from(data.brandLogo.split(',')[1], 'base64')).metadata()).width).toBe(1000);
    expect((await engineer.get(PATH)).data.brandLogo).toBe(data.brandLogo);
    for (const png of Object.values(hostilePngs)) {
      expect(await engineer.put(PATH, { brandLogo: pngAddress(png) })).toMatchObject({
        status: 422,
        code: 'bad_picture',
      });
    }
    expect((await engineer.get(PATH)).data.brandLogo).toBe(data.brandLogo);
    expect((await engineer.put(PATH, { brandLogo: null })).data.brandLogo).toBeNull();
  });

  it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Europe/Kyiv', 'UTC'])(
    'accept the time zone %s',
    async (timeZone) => {
      expect((await engineer.put(PATH, { timeZone })).data.timeZone).toBe(timeZone);
    },
  );

  it('notify the studio’s windows of a change', async () => {
    const stream = await EventStream.open(engineer);
    try {
      await engineer.put(PATH, { currency: 'GBP' });
      await stream.waitFor(({ data }) => (data as { topic?: string }).topic === 'studio');
    } finally {
      stream.close();
    }
  });
});

describe('the brand of a studio', () => {
  it('is the only public part', async () => {
    await engineer.put(PATH, { brandName: 'Ada Mastering', taxId: 'DE123' });
    const { data } = await app.anonymous.get(`/api/studio/public/${own.studio.id}`);
    const { brandColor, brandLogo, twitter, instagram, facebook } = defaults;
    expect(data).toEqual({ brandName: 'Ada Mastering', brandColor, brandLogo, twitter, instagram, facebook });
    expect((await app.anonymous.get(`/api/studio/public/${own.client.id}`)).status).toBe(404);
  });

  it('is shown to its clients, unless they have several studios', async () => {
    await engineer.put(PATH, { brandName: 'Ada Mastering', brandColor: '#123456', instagram: '@ada' });
    const ownBrand = async (caller: Caller) => (await caller.get('/api/studio/brand')).data;
    const brand = { brandName: 'Ada Mastering', brandColor: '#123456', instagram: '@ada', brandLogo: null };
    expect(await ownBrand(client)).toMatchObject(brand);
    expect(await ownBrand(engineer)).toMatchObject(brand);
    expect(await ownBrand(app.as(theirs.client))).toMatchObject({ brandName: theirs.studio.name, brandColor: null });
    await app.as(theirs.engineer).post('/api/users', { name: 'C', email: own.client.email, role: 'client' });
    expect(await ownBrand(client)).toMatchObject(brand);
    await app.database.transaction((tx) => addClient(tx, theirs.studio.id, own.client.id));
    expect(await ownBrand(client)).toBeNull();
  });
});
