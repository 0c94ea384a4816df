import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type LiveEvent, publishLive } from '../platform/events/live.js';
import { build, type ProjectFixture } from '../testing/build.js';
import type { Caller } from '../testing/caller.js';
import { EventStream, type StreamedEvent } from '../testing/events/event-stream.js';
import { useApp } from '../testing/use-app.js';
import { LiveStreams } from './live-streams.js';

const { app } = useApp();
let mine: ProjectFixture;
let theirs: ProjectFixture;
const streams: EventStream[] = [];

beforeAll(async () => {
  mine = await build(app).project();
  theirs = await build(app).project();
});
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
async function listen(caller: Caller): Promise<EventStream> {
  const stream = await EventStream.open(caller);
  streams.push(stream);
  await stream.waitFor(({ event }) => event === 'hello');
  return stream;
}

const about = (topic: string) => (event: StreamedEvent) => (event.data as LiveEvent).topic === topic;
const publish = (event: LiveEvent) => publishLive(app.database, event);

describe('live updates', () => {
  it('require a signed-in person', async () => {
    expect((await app.anonymous.get('/api/events')).status).toBe(401);
  });

  it('reach the studio and the named people, without ids of other projects', async () => {
    const [engineer, client, otherEngineer, otherClient] = await Promise.all(
      [mine.engineer, mine.client, theirs.engineer, theirs.client].map((user) => listen(app.as(user))),
    );
    const projectId = mine.project.id;
    await publish({ topic: 'staging', id: projectId, projectId, studioId: mine.studio.id });
    await publish({ topic: 'projects', projectId, studioId: mine.studio.id, userIds: [mine.client.id] });
    await publish({
      topic: 'studio',
      studioId: theirs.studio.id,
      userIds: [mine.client.id, mine.engineer.id, theirs.client.id],
    });
    for (const stream of [engineer!, client!, otherEngineer!, otherClient!]) await stream.waitFor(about('studio'));

    const received = (stream: EventStream) => stream.events.slice(1).map(({ data }) => data);
    const last = { topic: 'studio' };
    expect(received(engineer!)).toEqual([
      { topic: 'staging', id: projectId, projectId },
      { topic: 'projects', projectId },
      last,
    ]);
    expect(received(client!)).toEqual([{ topic: 'projects', projectId }, last]);
    expect(received(otherEngineer!)).toEqual([last]);
    expect(received(otherClient!)).toEqual([last]);
  });

  it('include what has changed just before the stream was opened, for the same people', async () => {
    const first = await listen(app.as(mine.engineer));
    await publish({ topic: 'quotes', projectId: mine.project.id, studioId: mine.studio.id, userIds: [mine.client.id] });
    await first.waitFor(about('quotes'));
    const [client, other] = [await listen(app.as(mine.client)), await listen(app.as(theirs.client))];
    await client.waitFor(about('quotes'));
    await publish({ topic: 'people', studioId: null, userIds: [theirs.client.id] });
    await other.waitFor(about('people'));
    expect(other.events.filter(about('quotes'))).toEqual([]);
  });

  it('come from the transactions of real calls', async () => {
    const engineer = await listen(app.as(mine.engineer));
    await app.as(mine.engineer).post('/api/users', { name: 'New', email: 'new@example.com', role: 'client' });
    await engineer.waitFor(about('clients'));
  });

  it('end when the person signs out, in every tab', async () => {
    const answer = await app.anonymous.post('/api/dev/sign-in', { role: 'client' });
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    const browser = app.anonymous.with({ cookie, origin: app.url });
    const tabs = [await listen(browser), await listen(browser)];
    await browser.post('/api/auth/sign-out');
    await Promise.all(tabs.map((tab) => tab.ended));
  });

  it('are sent to the ten most recent windows of a person', async () => {
    const windows: EventStream[] = [];
    for (let opened = 0; opened < 12; opened++) windows.push(await listen(app.as(mine.client)));
    const others = await listen(app.as(mine.engineer));
    await Promise.all(windows.slice(0, 2).map((window) => window.ended));
    await publish({ topic: 'studio', studioId: mine.studio.id, userIds: [mine.client.id] });
    for (const window of [...windows.slice(2), others]) await window.waitFor(about('studio'));
  });

  it('end when a session has expired, at the next check', async () => {
    const answer = await app.anonymous.post('/api/dev/sign-in', { role: 'client' });
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    const [over, open] = [await listen(app.anonymous.with({ cookie })), await listen(app.as(mine.client))];
    await app.database.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`);
    await app.get(LiveStreams).recheck();
    await over.ended;
    await publish({ topic: 'studio', studioId: null, userIds: [mine.client.id] });
    await open.waitFor(about('studio'));
  });

  it('end when updates may have been missed, so that the browser reconnects and reads again', async () => {
    const stream = await listen(app.as(mine.engineer));
    await app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'lacquer listener live' AND datname = current_database()`,
    );
    await stream.ended;
    const again = await listen(app.as(mine.engineer));
    await publish({ topic: 'studio', studioId: mine.studio.id });
    await again.waitFor(about('studio'));
  });

  it('do not accumulate for a browser that has stopped reading', async () => {
    const stuck = await app.as(mine.engineer).fetch('/api/events');
    const reader = await listen(app.as(mine.engineer));
    // The buffers of the kernel on both sides must be full before the server notices.
    const id = 'x'.repeat(7_000);
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 50 }, () => publish({ topic: 'files', id, studioId: mine.studio.id })));
    }
    await publish({ topic: 'studio', studioId: mine.studio.id });
    await reader.waitFor(about('studio'));
    await expect(stuck.text()).rejects.toThrow();
  });
});
