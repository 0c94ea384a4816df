import { beforeEach, expect, it } from '@jest/globals';
import { type UndoableAction, UndoStack } from './undo-stack';

let stack: UndoStack;
let log: string[];

beforeEach(() => {
  stack = new UndoStack();
  log = [];
});

function did(title: string, works: boolean | Promise<boolean> = true): UndoableAction {
  const done = {
    title,
    undo: () => {
      log.push(`undo ${title}`);
      return works;
    },
    redo: () => {
      log.push(`redo ${title}`);
      return works;
    },
  };
  stack.push(done);
  return done;
}

const titles = () => [stack.getSnapshot().undoes?.title ?? null, stack.getSnapshot().redoes?.title ?? null];

it('undoes the latest action first and redoes in the original order', () => {
  did('a');
  did('b');
  stack.undo();
  stack.undo();
  stack.undo();
  stack.redo();
  expect(log).toEqual(['undo b', 'undo a', 'redo a']);
  expect(titles()).toEqual(['a', 'b']);
});

it('forgets undone actions after a new one, and all but the last fifty', () => {
  for (let number = 1; number <= 51; number++) did(String(number));
  stack.undo();
  did('new');
  stack.redo();
  for (let times = 0; times < 60; times++) stack.undo();
  expect(log.filter((line) => line.startsWith('redo'))).toEqual([]);
  expect(log.at(-1)).toBe('undo 2');
  expect(log).toHaveLength(51);
});

it('undoes an action from its own toast only while it is the latest', () => {
  const a = did('a');
  did('b');
  stack.undo(a);
  expect(log).toEqual([]);
});

it('keeps an action whose undo failed, and drops one that can no longer be undone', async () => {
  did('a', Promise.resolve(false));
  stack.undo();
  await Promise.resolve();
  await Promise.resolve();
  expect(titles()).toEqual(['a', null]);
  stack.push({ title: 'gone', undo: () => true, redo: () => true, isUndoable: () => false });
  stack.undo();
  expect(log).toEqual(['undo a', 'undo a']);
});
