import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { stagingViolations } from '../../testing/staging-invariants.js';
import { StagingModel, type Operation } from '../../testing/staging-model.js';
import { StagingWorld } from '../../testing/staging-world.js';
import type { SlotType } from '../../platform/http/fields.js';

const RUNS = 25;
/** So many callers at once at most. */
const CALLERS = 4;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** An operation before it is known which files and tracks there are. */
type Choice = (known: { files: string[]; tracks: string[] }, serial: string) => Operation;

const pick = (names: string[], n: number): string => names[n % names.length]!;
const any = fc.nat({ max: 30 });
const slotType = fc.constantFrom<SlotType>('streaming_master', 'streaming_master', 'cd_master', 'vinyl_master');
const choose = (weight: number, arbitrary: fc.Arbitrary<Choice>) => ({ weight, arbitrary });

const withFile = (kind: 'unassign' | 'remove' | 'register' | 'analyse' | 'deleteFile') =>
  any.map((n): Choice => ({ files }) => ({ kind, file: pick(files, n) }));

const putting = (kind: 'putStaged' | 'putFile') =>
  fc
    .tuple(any, slotType, fc.option(any, { freq: 4 }))
    .map(([track, slot, file]): Choice => ({ files, tracks }) =>
      ({ kind, track: pick(tracks, track), slot, file: file === null ? null : pick(files, file) }),
    );

const operation = fc.oneof(
  choose(
    8,
    fc.tuple(any, any, slotType, fc.boolean()).map(([file, track, slot, onlyIfEmpty]): Choice => ({ files, tracks }) =>
      ({ kind: 'assign', file: pick(files, file), track: pick(tracks, track), slot, onlyIfEmpty }),
    ),
  ),
  choose(
    6,
    fc.uniqueArray(any, { minLength: 1, maxLength: 3 }).map((chosen): Choice => ({ files }) =>
      ({ kind: 'release', files: [...new Set(chosen.map((n) => pick(files, n)))] }),
    ),
  ),
  choose(2, fc.tuple(any, slotType, fc.boolean()).map(([track, slot, required]): Choice => ({ tracks }) =>
    ({ kind: 'require', track: pick(tracks, track), slot, required: required && slot !== 'streaming_master' }),
  )),
  choose(1, fc.integer({ min: 1, max: 3 }).map((number): Choice => (_, serial) => ({ kind: 'addTrack', track: serial, number }))),
  choose(1, any.map((track): Choice => ({ tracks }) => ({ kind: 'removeTrack', track: pick(tracks, track) }))),
  choose(2, putting('putStaged')),
  choose(2, putting('putFile')),
  choose(3, withFile('register')),
  choose(2, withFile('remove')),
  choose(2, withFile('deleteFile')),
  choose(1, withFile('unassign')),
  choose(1, withFile('analyse')),
  choose(1, fc.constant<Choice>(() => ({ kind: 'suggest' }))),
);

const story = fc.array(fc.array(operation, { minLength: 1, maxLength: CALLERS }), { minLength: 4, maxLength: 9 });

function* orders<T>(items: T[]): Generator<T[]> {
  if (items.length < 2) yield items;
  for (const [index, first] of items.entries()) {
    if (items.length < 2) return;
    for (const rest of orders(items.toSpliced(index, 1))) yield [first, ...rest];
  }
}

/** The model after the operations in an order that explains what was answered and what is there now. @throws when none does. */
function explained(model: StagingModel, operations: Operation[], statuses: number[], actual: unknown): StagingModel {
  const expected: unknown[] = [];
  for (const order of orders([...operations.keys()])) {
    const candidate = model.clone();
    const answers: number[] = [];
    for (const index of order) answers[index] = candidate.apply(operations[index]!);
    const outcome = { answers, snapshot: candidate.snapshot() };
    if (JSON.stringify(outcome) === JSON.stringify({ answers: statuses, snapshot: actual })) return candidate;
    expected.push(outcome);
  }
  expect({ before: model.snapshot(), operations, outcome: { answers: statuses, snapshot: actual } }).toEqual({
    before: model.snapshot(),
    operations,
    outcome: expected[0],
  });
  throw new Error(`None of ${expected.length} orders explains the outcome`);
}

async function tell(batches: Choice[][]): Promise<void> {
  const world = await StagingWorld.open(app);
  let model = new StagingModel();
  const files = Array.from({ length: 6 }, (_, index) => `f${index}.wav`);
  const tracks = ['A', 'B'];
  await Promise.all(files.map((file) => world.send(file)));
  for (const file of files) model.arrived.add(file);

  const both = async (operations: Operation[]) => {
    const statuses = await Promise.all(operations.map((each) => world.run(each)));
    model = explained(model, operations, statuses, await world.snapshot());
  };
  for (const [index, track] of tracks.entries()) await both([{ kind: 'addTrack', track, number: index + 1 }]);
  await both([{ kind: 'require', track: 'B', slot: 'streaming_master', required: false }]);
  for (const file of files.slice(0, 4)) await both([{ kind: 'register', file }]);
  await both([{ kind: 'assign', file: 'f0.wav', track: 'A', slot: 'streaming_master', onlyIfEmpty: false }]);

  for (const [step, batch] of batches.entries()) {
    const operations = batch.map((choice, caller) => choice({ files, tracks }, `T${step}.${caller}`));
    await both(operations);
    tracks.push(...operations.flatMap((each) => (each.kind === 'addTrack' && model.tracks.has(each.track) ? each.track : [])));
  }
  expect(await stagingViolations(app, world.projectId)).toEqual([]);
}

it(`is what a simple model says in some order, whatever ${CALLERS} callers do at once`, async () => {
  await fc.assert(fc.asyncProperty(story, tell), { numRuns: RUNS, interruptAfterTimeLimit: 60_000 });
}, 120_000);
