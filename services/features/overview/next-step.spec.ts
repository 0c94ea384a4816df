import { expect, it } from '@jest/globals';
import { nextStepOf, type ProjectProgress } from './next-step.js';

const fresh: ProjectProgress = {
  quoted: false,
  unquoted: false,
  invoiceStatus: null,
  closed: false,
  unlocked: false,
  originals: 0,
  unmastered: 0,
  masters: 0,
  unheard: 0,
  unanswered: 0,
  awaitingOthers: 0,
  changesAsked: 0,
  notFetched: 0,
};
const stepsOf = (...changes: Partial<ProjectProgress>[]) => {
  const steps = [];
  let progress = fresh;
  for (const change of changes) {
    progress = { ...progress, ...change };
    const { step, count } = nextStepOf(progress);
    steps.push(count > 0 ? `${step} ${count}` : step);
  }
  return steps;
};

it('leads through a project from the quote to the download', () => {
  expect(
    stepsOf(
      { quoted: true },
      { quoted: false },
      { originals: 6 },
      { masters: 6, unheard: 6, unanswered: 6, notFetched: 12 },
      { unheard: 2, unanswered: 6 },
      { unheard: 0, unanswered: 2 },
      { unanswered: 0, awaitingOthers: 2, changesAsked: 1 },
      { changesAsked: 0 },
      { awaitingOthers: 0 },
      { invoiceStatus: 'pending' },
      { invoiceStatus: null, unlocked: true },
      { notFetched: 0 },
    ),
  ).toEqual([
    'read_quote 1',
    'send_mixes',
    'wait_for_masters',
    'hear 6',
    'hear 2',
    'answer 2',
    'wait_for_changes 1',
    'wait_for_others 2',
    'wait_for_invoice',
    'pay 1',
    'download 12',
    'done',
  ]);
});

it('asks for an overdue payment before anything else about the masters', () => {
  expect(stepsOf({ masters: 3, unheard: 3, invoiceStatus: 'pending' }, { invoiceStatus: 'overdue' })).toEqual([
    'hear 3',
    'pay 1',
  ]);
});

it('does not ask to hear what the engineer has marked as approved or delivered', () => {
  expect(stepsOf({ closed: true, masters: 3, unheard: 3 }, { unlocked: true, notFetched: 3 })).toEqual([
    'done',
    'download 3',
  ]);
});

it('shows requested changes until they are made, also in what the engineer has marked as approved or delivered', () => {
  expect(stepsOf({ closed: true, masters: 3, changesAsked: 1 }, { unlocked: true }, { changesAsked: 0 })).toEqual([
    'wait_for_changes 1',
    'wait_for_changes 1',
    'done',
  ]);
});

it('waits for the tracks that have no master yet before it calls the record answered', () => {
  const answered = { originals: 10, masters: 2, unmastered: 8 };
  expect(stepsOf(answered, { unmastered: 0 }, { unmastered: 8, closed: true })).toEqual([
    'wait_for_masters 8',
    'wait_for_invoice',
    'done',
  ]);
});

it('does not ask for mixes after a quote was rejected', () => {
  expect(stepsOf({ unquoted: true }, { originals: 2 }, { unquoted: false }, { unquoted: true, masters: 1 })).toEqual([
    'wait_for_quote',
    'wait_for_quote',
    'wait_for_masters',
    'wait_for_invoice',
  ]);
});
