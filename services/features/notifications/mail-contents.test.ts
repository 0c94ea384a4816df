import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Mail, Mailer } from '../../platform/mail/mailer.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { guestCommented } from '../comments/comments.events.js';
import { mastersReleased } from '../staging/staging.events.js';

const { app } = useApp({ worker: true });
let own: ProjectFixture;
let projectId: string;
let client: Caller;
let engineer: Caller;
let sending: jest.SpiedFunction<Mailer['send']>;

beforeEach(async () => {
  const studio = await build(app).studio({
    brandName: 'Groove & Sons',
    timeZone: 'Europe/Berlin',
    paymentInstructions: 'IBAN DE00 1234\nBIC GROOVE',
  });
  own = await build(app).project({ title: 'Night Songs', studioId: studio.id });
  projectId = own.project.id;
  client = app.as(own.client);
  engineer = app.as(own.engineer);
  jest.restoreAllMocks();
  jest.replaceProperty(app.config, 'demoPayments', false);
  sending = jest.spyOn(app.platform.mailer, 'send');
});

/** The last mail to that person. Both of its forms must say the same. */
async function mailTo({ email }: { email: string }): Promise<Mail> {
  await drain(app.database);
  const mail = sending.mock.calls.map(([each]) => each).findLast(({ to }) => to.address === email);
  if (!mail) throw new Error(`No mail to ${email}`);
  const plain = inOneLine(mail.text.replaceAll(/^> /gm, ''));
  expect(saidIn(mail.html).filter((said) => !plain.includes(said))).toEqual([]);
  return mail;
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Every text and address of a page, without the hint for programs that show no buttons. */
const saidIn = (html: string): string[] =>
  [
    ...html.replaceAll(/<(style|title)>[^]*?<\/\1>/g, '').split(/<[^>]*>/),
    ...[...html.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address!),
  ]
    .map((text) => inOneLine(text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)))
    .filter((text) => text !== '' && text !== 'Or open this address:');

const url = (path: string) => app.config.publicUrl + path;

describe('a mail to the client', () => {
  it('about a quote has its text, sum and expiry, and replies go to the studio', async () => {
    const expiresAt = '2999-03-05T22:59:59.000Z';
    await engineer.post('/api/quotes', { projectId, amount: 450, notes: 'Six tracks\nTwo revisions', expiresAt });
    const { text, html, fromName, replyTo } = await mailTo(own.client);
    expect(text).toContain(
      'Six tracks\nTwo revisions\n\nProject: Night Songs\nValid until: March 5, 2999 at 11:59 PM GMT+1\nSum: $450.00',
    );
    expect(text).toContain(`Open quote: ${url(`/app/projects/${projectId}?tab=quote`)}`);
    expect(text).toContain('Reply to this email to write to Groove & Sons.');
    for (const said of ['Six tracks', 'March 5, 2999', '$450.00']) expect(html).toContain(said);
    expect(fromName).toBe('Groove & Sons');
    expect(replyTo).toEqual({ name: 'Groove & Sons', address: own.engineer.email });
  });

  it('about a quote with lines has each of them, and those after twenty in one row', async () => {
    const lines = Array.from({ length: 22 }, (_, n) => ({ description: `Song ${n + 1}`, quantity: 2, unitCents: 150 }));
    await engineer.post('/api/quotes', { projectId, lines });
    const { text, html } = await mailTo(own.client);
    expect(text).toContain('2 × Song 1: $3.00\n2 × Song 2: $3.00');
    expect(text).toContain('2 × Song 20: $3.00\n2 more lines: $6.00\nValid until');
    expect(text).toContain('Sum: $66.00');
    expect(html).toContain('2 × Song 7');
  });

  it('has the studio’s address for replies', async () => {
    await engineer.put('/api/studio/settings', { contactEmail: ' Desk@Groove.example ' });
    await engineer.post('/api/comments', { projectId, comment: 'Hello' });
    expect((await mailTo(own.client)).replyTo).toEqual({ name: 'Groove & Sons', address: 'desk@groove.example' });
    expect((await engineer.put('/api/studio/settings', { contactEmail: 'no address' })).status).toBe(400);
    await engineer.put('/api/studio/settings', { contactEmail: '' });
    expect((await engineer.get('/api/studio/settings')).data.contactEmail).toBeNull();
  });

  it('about masters lists the tracks; one leads to its track', async () => {
    const { track: first } = await build(app).track({ projectId, title: 'Ember' });
    const { track: second } = await build(app).track({ projectId, title: 'Ash' });
    const master = (given: object) => build(app).file({ projectId, ...given });
    const files = [
      await master({ trackId: second.id, slotType: 'vinyl_master' }),
      await master({ trackId: first.id, slotType: 'vinyl_master' }),
      await master({ trackId: first.id, slotType: 'streaming_master' }),
    ];
    const release = (fileIds: string[]) =>
      app.database.transaction(async (tx) =>
        tx.emit(mastersReleased, {
          releaseId: fileIds[0]!,
          projectId,
          actorId: own.engineer.id,
          fileIds,
          masters: true,
          revisions: false,
        }),
      );
    await release(files.map(({ id }) => id));
    const many = await mailTo(own.client);
    expect(many.subject).toBe('3 new masters are available in “Night Songs”');
    expect(many.text).toContain('- 1. Ember: Streaming Master, Vinyl Master\n- 2. Ash: Vinyl Master');
    expect(many.text).toContain(`Hear the masters: ${url(`/app/projects/${projectId}?tab=files`)}`);
    await release([files[0]!.id]);
    expect((await mailTo(own.client)).text).toContain(
      `Hear Ash: ${url(`/app/projects/${projectId}/tracks/${files[0]!.id}`)}`,
    );
    const { data } = await client.get('/api/notifications');
    expect(data.map(({ metadata }: any) => metadata.fileId)).toEqual([files[0]!.id, undefined]);
  });

  it('about a revised master says which request it answers', async () => {
    const { track } = await build(app).track({ projectId, title: 'Ember' });
    const given = { projectId, trackId: track.id, slotType: 'streaming_master' } as const;
    const { id: audioId } = await build(app).audio({ sha256: 'ab'.repeat(32) });
    const first = await build(app).file({ ...given, audioId });
    const asked = { verdict: 'changes_requested', note: 'Less bass' };
    expect((await client.put(`/api/files/${first.id}/approval`, asked)).status).toBe(200);
    const second = await build(app).file({ ...given, fileType: 'revision', parentFileId: first.id });
    await app.database.transaction(async (tx) => {
      const release = { releaseId: second.id, projectId, actorId: own.engineer.id, fileIds: [second.id] };
      tx.emit(mastersReleased, { ...release, masters: false, revisions: true });
    });
    expect((await mailTo(own.client)).text).toContain('- 1. Ember: Streaming Master, answers “Less bass”\n');
  });

  it('about an invoice has the amount, the due date, how to pay, and the PDF', async () => {
    await build(app).file({ projectId });
    await build(app).quote({ projectId, status: 'accepted' });
    const body = { projectId, amount: 450, due_date: '2999-03-05', notes: 'Thank you' };
    expect((await engineer.post('/api/invoices', body)).status).toBe(201);
    const { text, attachments } = await mailTo(own.client);
    expect(text).toContain('Invoice: #1\nProject: Night Songs\nDue: March 5, 2999\nAmount: $450.00');
    expect(text).toContain('How to pay:\nIBAN DE00 1234\nBIC GROOVE');
    expect(attachments).toMatchObject([{ fileName: 'Invoice 1.pdf', contentType: 'application/pdf' }]);
    expect(Buffer.from(attachments![0]!.bytes).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('about a payment leads to the download of the finals', async () => {
    const { track } = await build(app).track({ projectId, title: 'Ember' });
    await build(app).file({ projectId, trackId: track.id, slotType: 'streaming_master' });
    const { id } = await build(app).invoice({ projectId });
    await engineer.put(`/api/invoices/${id}/status`, { status: 'paid' });
    const { subject, text } = await mailTo(own.client);
    expect(subject).toBe('Invoice #1 is paid: your finals of “Night Songs” are ready');
    expect(text).toMatch(/^Your finals are ready\n/);
    expect(text).toContain('- 1. Ember');
    expect(text).toContain(`Download: ${url(`/app/projects/${projectId}?tab=files`)}`);
  });

  it('about a comment has its full text, what it replies to, and a link to the track and second', async () => {
    const { id: fileId } = await build(app).file({ projectId, originalName: '01 Ember.wav' });
    const body = { projectId, fileId, timestampSeconds: 65.5, comment: 'Too loud\nat the end' };
    const { data: asked } = await client.post('/api/comments', body);
    const toEngineer = await mailTo(own.engineer);
    const track = url(`/app/projects/${projectId}/tracks/${fileId}?t=65`);
    expect(toEngineer.replyTo).toEqual({ name: own.client.name, address: own.client.email });
    expect(toEngineer.text).toContain('Client wrote on 01 Ember.wav at 1:05:\n\nToo loud\nat the end\n');
    expect(toEngineer.text).toContain(`Open at 1:05: ${track}`);

    await engineer.post('/api/comments', { projectId, parentId: asked.id, comment: `Lower. ${'x'.repeat(300)}` });
    const { text } = await mailTo(own.client);
    expect(text).toContain(`Engineer answered you on 01 Ember.wav at 1:05:\n\nLower. ${'x'.repeat(300)}\n`);
    expect(text).toContain('You had written:\n\n> Too loud\n> at the end\n');
    expect(text).toContain(`Open at 1:05: ${track}`);
    const { data } = await client.get('/api/notifications');
    expect(data[0].metadata).toMatchObject({ fileId, seconds: 65.5 });
  });

  it('about a comment by a guest has its full text and a link to the second', async () => {
    const { id: fileId } = await build(app).file({ projectId, originalName: '01 Ember.wav' });
    const words = { comment: 'Less bass\nplease', guestName: 'Ann', timestampSeconds: 65 };
    const comment = await build(app).comment({ projectId, fileId, ...words });
    await app.database.transaction(async (tx) => tx.emit(guestCommented, { commentId: comment.id, projectId }));
    const { text, replyTo } = await mailTo(own.engineer);
    expect(text).toContain('Ann (guest) wrote on 01 Ember.wav at 1:05:\n\nLess bass\nplease\n');
    expect(text).toContain(`Open at 1:05: ${url(`/app/projects/${projectId}/tracks/${fileId}?t=65`)}`);
    expect(replyTo).toEqual({ name: own.client.name, address: own.client.email });
  });
});

describe('a mail to an invited person', () => {
  it('who decides is the same as for the client: the quote, the invoice with its PDF, and the payment', async () => {
    const decider = await build(app).person(projectId, 'decides', { email: 'manager@label.example' });
    const lines = [{ description: 'Mastering', quantity: 6, unitCents: 7_500 }];
    const { data: quote } = await engineer.post('/api/quotes', { projectId, lines });
    const quoted = await mailTo(decider);
    expect(quoted.text).toContain('6 × Mastering: $450.00');
    expect(quoted.fromName).toBe('Groove & Sons');
    expect((await app.as(decider).put(`/api/quotes/${quote.id}/accept`)).status).toBe(200);
    await build(app).file({ projectId });
    const body = { projectId, amount: 450, due_date: '2999-03-05' };
    const { data: invoice } = await engineer.post('/api/invoices', body);
    expect((await mailTo(decider)).attachments).toMatchObject([{ fileName: 'Invoice 1.pdf' }]);
    await engineer.put(`/api/invoices/${invoice.id}/status`, { status: 'paid' });
    expect((await mailTo(decider)).text).toMatch(/^Your finals are ready\n/);
  });

  it('who listens is about masters and never about money, and replies to a comment go to its author', async () => {
    const listener = await build(app).person(projectId, 'listens', { email: 'fan@label.example' });
    const bandmate = await build(app).person(projectId, 'comments', { email: 'drums@band.example' });
    await engineer.post('/api/quotes', { projectId, amount: 450 });
    await drain(app.database);
    expect(sending.mock.calls.map(([{ to }]) => to.address)).toEqual([own.client.email]);
    await app.as(bandmate).post('/api/comments', { projectId, comment: 'Louder drums' });
    expect((await mailTo(own.engineer)).replyTo).toEqual({ name: bandmate.name, address: 'drums@band.example' });
    const { id: fileId } = await build(app).file({ projectId });
    await app.database.transaction(async (tx) => {
      const release = { releaseId: fileId, projectId, actorId: own.engineer.id, fileIds: [fileId] };
      tx.emit(mastersReleased, { ...release, masters: true, revisions: false });
    });
    for (const person of [listener, bandmate, own.client]) {
      const { subject, text } = await mailTo(person);
      expect(subject).toBe('A new master is available in “Night Songs”');
      expect(text).toContain('compare the versions at the same loudness');
      expect(text.includes('comment on the second')).toBe(person !== listener);
    }
  });

  it('is not sent any more once their role does not include it', async () => {
    const decider = await build(app).person(projectId, 'decides', { email: 'former@label.example' });
    await engineer.post('/api/quotes', { projectId, amount: 450 });
    await app.database.query(`UPDATE project_people SET role = 'listens' WHERE user_id = $1`, [decider.id]);
    await drain(app.database);
    expect(sending.mock.calls.map(([{ to }]) => to.address)).toEqual([own.client.email]);
  });
});
