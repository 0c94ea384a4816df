import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { useApp } from '../../testing/use-app.js';
import type { ActivityView } from '../activity/activity.schema.js';
import { recordActivity } from '../activity/activity.writes.js';
import type { WaitingView } from '../overview/waiting.schema.js';
import type { ProjectView } from './projects.schema.js';
import { leaveInvitedProjects } from './projects.writes.js';

const { app, own } = useApp({ project: { title: 'Nocturne' } });

const join = async (role: 'comments' | 'decides' | 'listens') => app.as(await build(app).person(own.project.id, role));
const titles = ({ data }: { data: ProjectView[] }) => data.map(({ title }) => title);

it('shows a person with no other connection to the studio only the project they were invited to', async () => {
  const { studio, engineer, client } = own;
  const another = await build(app).project({
    studioId: studio.id,
    engineerId: engineer.id,
    clientId: client.id,
    title: 'Secret',
  });
  const listener = await join('listens');
  expect(titles(await listener.get('/api/projects'))).toEqual(['Nocturne']);
  expect((await listener.get(`/api/projects/${another.project.id}`)).status).toBe(404);
});

it('shows sums, invoices and quotes only to people who decide', async () => {
  const projectId = own.project.id;
  await build(app).invoice({ projectId });
  await build(app).quote({ projectId });
  await app.database.transaction((tx) =>
    recordActivity(tx, { projectId, type: 'invoice_created', actorId: null, message: 'Created invoice #1 of $450.00' }),
  );
  const seen = async (role: 'comments' | 'decides') => {
    const caller = await join(role);
    const { data: project } = await caller.get<ProjectView>(`/api/projects/${projectId}`);
    const { data: found } = await caller.get<ProjectView[]>('/api/projects?invoiceStatus=pending');
    const { data: invoices } = await caller.get<unknown[]>('/api/invoices');
    const { data: history } = await caller.get<ActivityView[]>(`/api/projects/${projectId}/activity`);
    const { data: waiting } = await caller.get<WaitingView>('/api/projects/waiting');
    return [
      project.invoice_amount,
      project.invoice_status,
      found.length,
      invoices.length,
      history.length,
      waiting.steps.map(({ step }) => step).join(),
    ];
  };
  expect(await seen('decides')).toEqual([450, 'pending', 1, 1, 1, 'read_quote']);
  expect(await seen('comments')).toEqual([null, null, 0, 0, 0, 'wait_for_masters']);
});

it('does not let people find the client’s address by searching', async () => {
  const listener = await join('listens');
  const search = (text: string) => listener.get<ProjectView[]>(`/api/projects?search=${encodeURIComponent(text)}`);
  expect(titles(await search('nocturne'))).toEqual(['Nocturne']);
  expect(titles(await search(own.client.email))).toEqual([]);
});

it('notifies people of changes, but not those who only listen of quotes', async () => {
  const projectId = own.project.id;
  const [decider, listener] = await Promise.all([
    EventStream.open(await join('decides')),
    EventStream.open(await join('listens')),
  ]);
  await app.as(own.engineer).post('/api/quotes', { projectId, amount: 450, notes: '' });
  await app.as(own.engineer).post('/api/comments', { projectId, comment: 'Hello' });
  const about = (topic: string) => (event: { data: unknown }) => (event.data as { topic?: string }).topic === topic;
  await Promise.all([decider.waitFor(about('comments')), listener.waitFor(about('comments'))]);
  expect([decider, listener].map((stream) => stream.events.some(about('quotes')))).toEqual([true, false]);
  decider.close();
  listener.close();
});

it('ends the access of a person who is removed at once, with their live updates', async () => {
  const person = await build(app).person(own.project.id, 'comments');
  const caller = app.as(person);
  const stream = await EventStream.open(caller);
  await app.database.transaction((tx) => leaveInvitedProjects(tx, person.id));
  expect((await caller.get(`/api/projects/${own.project.id}`)).status).toBe(404);
  expect((await caller.get<ProjectView[]>('/api/projects')).data).toEqual([]);
  await stream.ended;
});
