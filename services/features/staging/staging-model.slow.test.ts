import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SlotType } from '../../platform/domain-words.js';
import { useApp } from '../../testing/use-app.js';
import { stagingViolations } from './staging-invariants.testing.js';
import { type Operation, StagingModel } from './staging-model.testing.js';
import { StagingWorld } from './staging-world.testing.js';

const RUNS = 15;
/** On a slow machine fewer runs must do. */
const ENOUGH_MS = 20_000;
/** Largest number of concurrent callers. */
const CALLERS = 4;

const { app } = useApp();

/** The names that a choice is about; those that exist no more are among them, so that 404 is tried too. */
interface KnownIds {
  files: string[];
  tracks: string[];
  staged: string[];
  assigned: string[];
  released: string[];
}

/** An operation before it is known which files and tracks there are. */
type Choice = (known: KnownIds, serial: string) => Operation;

/** One of those that fit, most times; one in five is any. */
const pick = (fitting: string[], all: string[], n: number): string =>
  fitting.length > 0 && n % 5 > 0 ? fitting[n % fitting.length]! : all[n % all.length]!;
const number = fc.nat({ max: 1000 });
const slotType = fc.constantFrom<SlotType>('streaming_master', 'streaming_master', 'cd_master');
const choose = (weight: number, arbitrary: fc.Arbitrary<Choice>) => ({ weight, arbitrary });

const withStaged = (kind: 'unassign' | 'remove' | 'register' | 'analyse') =>
  number.map((n): Choice => ({ files, staged }) => ({
    kind,
    file: pick(kind === 'register' ? files : staged, files, n),
  }));

const putting = (kind: 'putStaged' | 'putFile') =>
  fc
    .tuple(number, slotType, fc.option(number, { freq: 4 }))
    .map(([track, slot, n]): Choice => ({ files, tracks, staged, released }) => {
      const file = n === null ? null : pick(kind === 'putFile' ? released : staged, files, n);
      return { kind, track: pick(tracks, tracks, track), slot, file };
    });

const operation = fc.oneof(
  choose(
    9,
    fc
      .tuple(number, number, slotType, fc.boolean())
      .map(([file, track, slot, onlyIfEmpty]): Choice => ({ files, tracks, staged }) => ({
        kind: 'assign',
        file: pick(staged, files, file),
        track: pick(tracks, tracks, track),
        slot,
        onlyIfEmpty,
      })),
  ),
  choose(
    7,
    fc.array(number, { minLength: 1, maxLength: 3 }).map((chosen): Choice => ({ files, assigned }) => ({
      kind: 'release',
      files: [...new Set(chosen.map((n) => pick(assigned, files, n)))],
    })),
  ),
  choose(
    2,
    fc.tuple(number, slotType, fc.boolean()).map(([track, slot, required]): Choice => ({ tracks }) => ({
      kind: 'require',
      track: pick(tracks, tracks, track),
      slot,
      required: required && slot !== 'streaming_master',
    })),
  ),
  choose(
    1,
    fc
      .integer({ min: 1, max: 3 })
      .map((at): Choice => (_, serial) => ({ kind: 'addTrack', track: serial, number: at })),
  ),
  choose(
    1,
    number.map((n): Choice => ({ tracks }) => ({ kind: 'removeTrack', track: pick(tracks, tracks, n) })),
  ),
  choose(2, putting('putStaged')),
  choose(2, putting('putFile')),
  choose(
    3,
    number.map((n): Choice => ({ files, released }) => ({ kind: 'deleteFile', file: pick(released, files, n) })),
  ),
  choose(3, withStaged('register')),
  choose(2, withStaged('remove')),
  choose(1, withStaged('unassign')),
  choose(1, withStaged('analyse')),
  choose(
    1,
    fc.constant<Choice>(() => ({ kind: 'suggest' })),
  ),
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
    const known = { files, tracks, ...model.names() };
    const operations = batch.map((choice, caller) => choice(known, `T${step}.${caller}`));
    await both(operations);
    tracks.push(
      ...operations.flatMap((each) => (each.kind === 'addTrack' && model.tracks.has(each.track) ? each.track : [])),
    );
  }
  expect(await stagingViolations(app, world.projectId)).toEqual([]);
}

it(`matches a simple model in some order, whatever ${CALLERS} callers do at the same time`, async () => {
  const enough = performance.now() + ENOUGH_MS;
  // Waits for a run that has begun: fast-check's own time limit would leave it running after the end of the test.
  const inTime = async (batches: Choice[][]) => {
    if (performance.now() < enough) await tell(batches);
  };
  await fc.assert(fc.asyncProperty(story, inTime), { numRuns: RUNS });
});
