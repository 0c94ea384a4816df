import { beforeEach, expect, it } from '@jest/globals';
import { PendingDeletes } from './pending-deletes';

let sent: string[][];
let finish: (error?: Error) => void;
let graceEnds: (() => void) | null;
let deletes: PendingDeletes;

beforeEach(() => {
  sent = [];
  graceEnds = null;
  const send = (ids: string[]) => {
    sent.push(ids);
    return new Promise<void>((resolve, reject) => (finish = (error) => (error ? reject(error) : resolve())));
  };
  deletes = new PendingDeletes(send, { start: (run) => (graceEnds = run), stop: () => (graceEnds = null) });
});

const hidden = () => [...deletes.getSnapshot().hidden].join('');

it('hides files at once and sends nothing before the grace period ends', () => {
  deletes.add(['a', 'b']);
  expect([hidden(), sent]).toEqual(['ab', []]);
  graceEnds?.();
  expect([hidden(), sent, deletes.getSnapshot().undoable]).toEqual(['ab', [['a', 'b']], []]);
});

it('restores undone files and never sends them', async () => {
  deletes.add(['a']);
  deletes.add(['b', 'c']);
  expect(deletes.undo(['b', 'c'])).toBe(true);
  expect([hidden(), graceEnds === null]).toEqual(['a', false]);
  expect([deletes.undo(['b']), deletes.canUndo(['a']), deletes.undo(['a'])]).toEqual([false, true, true]);
  await deletes.commit();
  expect([hidden(), sent, graceEnds]).toEqual(['', [], null]);
});

it('keeps files hidden until their deletion has succeeded or failed', async () => {
  deletes.add(['a']);
  const ended = deletes.commit();
  deletes.add(['b']);
  expect([deletes.undo(['a']), deletes.undo(['b'])]).toEqual([false, true]);
  expect(hidden()).toBe('a');
  finish(new Error('refused'));
  await expect(ended).rejects.toThrow('refused');
  expect(hidden()).toBe('');
});

it('hands pending deletions over once', async () => {
  deletes.add(['a']);
  expect([deletes.take(), deletes.take()]).toEqual([['a'], []]);
  await deletes.commit();
  expect(sent).toEqual([]);
});

it('notifies listeners of every change', () => {
  let calls = 0;
  const stop = deletes.subscribe(() => (calls += 1));
  deletes.add(['a']);
  deletes.undo(['a']);
  stop();
  deletes.add(['a']);
  expect(calls).toBe(2);
});
