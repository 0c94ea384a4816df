import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { invoiceStatuses, manualStatuses } from '../../platform/domain-words.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import type { Project } from '../projects/project.entity.js';
import { lockProject } from '../projects/projects.writes.js';
import { QuotesService } from '../quotes/quotes.service.js';
import type { User } from '../users/user.entity.js';
import { MoneyModel, type MoneyOperation } from './money-model.testing.js';

const RUNS = 25;
/** On a slow machine fewer runs must do. */
const ENOUGH_MS = 20_000;
/** Largest number of concurrent callers. */
const CALLERS = 10;
const PROJECTS = 2;

const { app } = useApp();

type DistributedOmit<T, K extends keyof T> = T extends T ? Omit<T, K> : never;

/** A step before it is known which quotes and invoices there are. */
type Choice = (model: MoneyModel) => MoneyOperation;

const project = fc.constantFrom(0, 0, 1);
const cents = fc.integer({ min: 1, max: 999_999_999 });
const choose = (weight: number, arbitrary: fc.Arbitrary<Choice>) => ({ weight, arbitrary });
const recent = fc.constantFrom(0, 0, 0, 1, 2);

const operation = fc.oneof(
  choose(
    4,
    fc.tuple(project, cents, fc.boolean(), fc.option(recent)).map(([at, amount, revises, back]): Choice => (model) => {
      const versions = model.projects[at]!.quotes.length;
      return {
        project: at,
        kind: 'quote',
        cents: amount,
        revises,
        parent: back === null || back >= versions ? null : versions - back,
      };
    }),
  ),
  choose(
    5,
    fc.tuple(project, recent, fc.constantFrom(true, true, false)).map(([at, back, accepts]): Choice => (model) => {
      const version = Math.max(1, model.projects[at]!.quotes.length - back);
      return { project: at, kind: 'answer', version, accepts };
    }),
  ),
  choose(
    1,
    project.map((at): Choice => () => ({ project: at, kind: 'expire' })),
  ),
  choose(
    5,
    fc.tuple(project, cents).map(([at, amount]): Choice => () => ({ project: at, kind: 'invoice', cents: amount })),
  ),
  choose(
    7,
    fc
      .tuple(project, recent, fc.constantFrom(...invoiceStatuses, 'cancelled' as const))
      .map(([at, back, to]): Choice => (model) => {
        const invoice = model.projects[at]!.invoices.at(-1 - back);
        return invoice ? { project: at, kind: 'setStatus', number: invoice.number, to } : { project: at, kind: 'pay' };
      }),
  ),
  choose(
    4,
    project.map((at): Choice => () => ({ project: at, kind: 'pay' })),
  ),
  choose(
    1,
    fc
      .tuple(project, fc.constantFrom(...manualStatuses))
      .map(([at, to]): Choice => () => ({ project: at, kind: 'setProject', to })),
  ),
  choose(
    4,
    fc
      .tuple(project, fc.constantFrom('masters_published', 'masters_published', 'masters_staged', 'finals_fetched'))
      .map(([at, what]): Choice => () => ({ project: at, kind: 'occur', what })),
  ),
);
const story = fc.array(fc.array(operation, { minLength: 1, maxLength: CALLERS }), { minLength: 4, maxLength: 9 });

/** A studio with two engineers and some projects of one client. */
class World {
  private constructor(
    private readonly projects: Project[],
    private readonly engineers: User[],
    private readonly client: User,
  ) {}

  static async open(): Promise<World> {
    const rows = build(app);
    const first: ProjectFixture = await rows.project();
    const { studio, engineer, client } = first;
    const samePeople = { studioId: studio.id, engineerId: engineer.id, clientId: client.id };
    const others = await Promise.all(Array.from({ length: PROJECTS - 1 }, () => rows.project(samePeople)));
    const projects = [first, ...others].map((built) => built.project);
    for (const { id: projectId } of projects) await rows.file({ projectId });
    return new World(projects, [engineer, await rows.engineer({ studioId: studio.id })], client);
  }

  /** The HTTP status of the answer; the worker's steps are called as it calls them, and count as 200. */
  async run(step: MoneyOperation, caller: number): Promise<number> {
    const projectId = this.projects[step.project]!.id;
    const acting = this.engineers[caller % this.engineers.length]!;
    const [engineer, client] = [app.as(acting), app.as(this.client)];
    switch (step.kind) {
      case 'quote': {
        const parentQuoteId = step.parent && (await this.quoteId(projectId, step.parent));
        const body = { projectId, amount: step.cents / 100, isRevision: step.revises, parentQuoteId };
        return (await engineer.post('/api/quotes', body)).status;
      }
      case 'answer': {
        const path = `/api/quotes/${await this.quoteId(projectId, step.version)}`;
        return (await client.put(`${path}/${step.accepts ? 'accept' : 'reject'}`)).status;
      }
      case 'expire':
        await app.database.transaction(async (tx) => {
          await lockProject(tx, projectId);
          await tx.query(
            `UPDATE quotes SET expires_at = now() - interval '1 second' WHERE project_id = $1 AND status = 'pending'`,
            [projectId],
          );
        });
        await app.get(QuotesService).expireDue();
        return 200;
      case 'invoice': {
        const body = { projectId, amount: step.cents / 100, due_date: '2999-12-31' };
        return (await engineer.post('/api/invoices', body)).status;
      }
      case 'setStatus': {
        const [invoice] = await app.database.query<{ id: string }>(
          'SELECT id FROM invoices WHERE project_id = $1 AND number = $2',
          [projectId, step.number],
        );
        return (await engineer.put(`/api/invoices/${invoice!.id}/status`, { status: step.to })).status;
      }
      case 'pay':
        return (await client.post(`/api/projects/${projectId}/pay`)).status;
      case 'setProject':
        return (await engineer.put(`/api/projects/${projectId}`, { status: step.to })).status;
      case 'occur':
        await app.database.transaction((tx) => app.get(ProjectsService).advance(tx, projectId, step.what, acting.id));
        return 200;
    }
  }

  /** The id of a quote; of no quote when the version does not exist yet. */
  private async quoteId(projectId: string, version: number): Promise<string> {
    const [quote] = await app.database.query<{ id: string }>(
      'SELECT id FROM quotes WHERE project_id = $1 AND version = $2',
      [projectId, version],
    );
    return quote?.id ?? projectId;
  }

  /** The stored state, in the shape of the model. */
  async snapshot(): Promise<unknown> {
    const [studio] = await app.database.query<{ lastNumber: number }>(
      'SELECT last_invoice_number AS "lastNumber" FROM studios WHERE id = $1',
      [this.projects[0]!.studioId],
    );
    const projects = await Promise.all(this.projects.map(({ id }) => stored(id)));
    return { projects, lastNumber: studio!.lastNumber };
  }
}

async function stored(projectId: string): Promise<unknown> {
  const [row] = await app.database.query<{ state: unknown }>(
    `SELECT jsonb_build_object(
       'status', p.status,
       'copied', jsonb_build_array(p.current_invoice_id, p.invoice_status, p.invoice_amount_cents, p.invoice_currency),
       'expected', (SELECT jsonb_build_array(i.id, i.status, i.amount_cents, i.currency)
                    FROM (SELECT) one LEFT JOIN invoices i ON i.project_id = p.id AND i.status <> 'cancelled'
                    ORDER BY i.number DESC LIMIT 1),
       'quotes', (SELECT coalesce(jsonb_agg(jsonb_build_object('version', q.version, 'cents', q.amount_cents, 'status', q.status,
                    'parent', parent.version) ORDER BY q.version), '[]')
                  FROM quotes q LEFT JOIN quotes parent ON parent.id = q.parent_quote_id WHERE q.project_id = p.id),
       'current', (SELECT coalesce(jsonb_agg(version), '[]') FROM quotes WHERE project_id = p.id AND is_current),
       -- By number, which is given under a lock. A transaction may begin before another and get the lock after it.
       'invoices', (SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'cents', amount_cents, 'status', status,
                      'via', paid_via) ORDER BY number), '[]')
                    FROM invoices WHERE project_id = p.id),
       'unlike', (SELECT count(*) FROM invoices WHERE project_id = p.id AND (status = 'paid') <> (paid_at IS NOT NULL)),
       'told', (SELECT jsonb_build_object('sent', count(*) FILTER (WHERE event = 'quotes.sent'),
                  'answered', count(*) FILTER (WHERE event = 'quotes.answered'),
                  'invoiced', count(*) FILTER (WHERE event = 'invoices.created'),
                  'paid', count(*) FILTER (WHERE event = 'invoices.paid'))
                FROM outbox WHERE payload ->> 'projectId' = p.id::text)
     ) AS state FROM projects p WHERE p.id = $1`,
    [projectId],
  );
  const { copied, expected, current, unlike, ...state } = row!.state as Record<string, unknown> & { quotes: unknown[] };
  expect({ copied, current, unlike }).toEqual({
    copied: expected,
    current: state.quotes.length > 0 ? [state.quotes.length] : [],
    unlike: 0,
  });
  return state;
}

/** As text that is the same for the same state, whatever the order of its names. */
const textOf = (state: unknown): string =>
  JSON.stringify(state, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );

/** The model after the steps in an order that explains all answers and what is stored now; null when none does. */
function explained(start: MoneyModel, steps: MoneyOperation[], answers: number[], actual: string): MoneyModel | null {
  const tried = new Set<string>();
  const search = (model: MoneyModel, left: number[]): MoneyModel | null => {
    const state = textOf(model);
    if (left.length === 0) return state === actual ? model : null;
    const place = `${left.join()} ${state}`;
    if (tried.has(place)) return null;
    tried.add(place);
    for (const index of left) {
      const next = model.after(steps[index]!);
      if (next.answer !== answers[index]) continue;
      const found = search(
        next.model,
        left.filter((other) => other !== index),
      );
      if (found) return found;
    }
    return null;
  };
  return search(start, [...steps.keys()]);
}

async function tell(batches: Choice[][]): Promise<void> {
  const world = await World.open();
  let model = MoneyModel.of(PROJECTS);
  const both = async (steps: MoneyOperation[]) => {
    const answers = await Promise.all(steps.map((step, caller) => world.run(step, caller)));
    const snapshot = await world.snapshot();
    const next = explained(model, steps, answers, textOf(snapshot));
    if (!next) expect({ steps, answers, snapshot }).toBe(`explained by some order, from ${textOf(model)}`);
    model = next!;
  };
  await both([0, 1].map((at) => ({ project: at, kind: 'quote', cents: 45_000, revises: false, parent: null })));
  await both([{ project: 0, kind: 'answer', version: 1, accepts: true }]);
  await both([{ project: 0, kind: 'occur', what: 'masters_published' }]);
  for (const batch of batches) await both(batch.map((choice) => choice(model)));
}

const onFirst =
  (operation: DistributedOmit<MoneyOperation, 'project'>): Choice =>
  () => ({ project: 0, ...operation });

/** Several invoices of one project at once, each paid before the next: seldom drawn at random. */
const manyInvoices = [
  [onFirst({ kind: 'quote', cents: 999_999_999, revises: false, parent: null })],
  [onFirst({ kind: 'answer', version: 2, accepts: true })],
  Array.from({ length: CALLERS }, (_, n) => onFirst(n % 2 ? { kind: 'pay' } : { kind: 'invoice', cents: 1 })),
];

it(`matches a simple model in some order, whatever ${CALLERS} callers do at the same time`, async () => {
  const enough = performance.now() + ENOUGH_MS;
  // Waits for a run that has begun: fast-check's own time limit would leave it running after the end of the test.
  const inTime = async (batches: Choice[][]) => {
    if (performance.now() < enough) await tell(batches);
  };
  await fc.assert(fc.asyncProperty(story, inTime), { numRuns: RUNS, examples: [[manyInvoices]] });
});
