import { expect, it } from '@jest/globals';
import { commandOf } from './keyboard';

const pressed = (key: string, changes: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, code: `Digit${key}`, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...changes });

it.each([
  ['ArrowDown', { kind: 'move', by: 1, extend: false }],
  ['Home', { kind: 'move', by: -Infinity, extend: false }],
  [' ', { kind: 'select' }],
  ['Enter', { kind: 'accept' }],
  ['R', { kind: 'runner_up' }],
  ['Backspace', { kind: 'delete' }],
  ['1', { kind: 'slot', slotType: 'streaming_master' }],
  ['6', { kind: 'slot', slotType: 'clean_master' }],
])('%s', (key, command) => expect(pressed(key)).toEqual(command));

it('extends with Shift and selects all with Ctrl+A or Cmd+A', () => {
  expect(pressed('ArrowUp', { shiftKey: true })).toEqual({ kind: 'move', by: -1, extend: true });
  expect(pressed('a', { ctrlKey: true })).toEqual({ kind: 'select_all' });
  expect(pressed('A', { metaKey: true })).toEqual({ kind: 'select_all' });
});

it("does not override the browser's own shortcuts", () => {
  expect([pressed('7'), pressed('x'), pressed('r', { ctrlKey: true }), pressed('ArrowLeft', { altKey: true })]).toEqual(
    [null, null, null, null],
  );
});
