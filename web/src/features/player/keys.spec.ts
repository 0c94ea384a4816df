import { describe, expect, it } from '@jest/globals';
import { barCommandOf, commandOf } from './keys';

const press = (key: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}, code = `Digit${key}`) =>
  commandOf({ key, code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('player shortcuts', () => {
  it('play, seek, select and compare versions, comment and show help', () => {
    expect(press(' ')).toEqual({ kind: 'toggle' });
    expect(press('ArrowLeft')).toEqual({ kind: 'seek', by: -5 });
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ kind: 'seek', by: 15 });
    expect(press('9')).toEqual({ kind: 'version', number: 9 });
    expect(press('ç', {}, 'Digit9')).toEqual({ kind: 'version', number: 9 });
    expect(press('r')).toEqual({ kind: 'repeat' });
    expect(press('+', { shiftKey: true })).toEqual({ kind: 'volume', by: 0.1 });
    expect(press('-')).toEqual({ kind: 'volume', by: -0.1 });
    expect(press('m')).toEqual({ kind: 'mute' });
    expect(press('C', { shiftKey: true })).toEqual({ kind: 'comment' });
    expect(press('l')).toEqual({ kind: 'match' });
    expect(press('o')).toEqual({ kind: 'quality' });
    expect(press('b')).toEqual({ kind: 'blind' });
    expect(press('?', { shiftKey: true })).toEqual({ kind: 'help' });
  });

  it('play, and compare versions on every page', () => {
    const onAnyPage = (key: string, ctrlKey = false) =>
      barCommandOf({ key, code: '', shiftKey: false, ctrlKey, metaKey: false, altKey: false });
    expect(onAnyPage('p')).toEqual({ kind: 'toggle' });
    expect(onAnyPage('L')).toEqual({ kind: 'match' });
    expect(onAnyPage(',')).toEqual({ kind: 'switch', by: -1 });
    expect(onAnyPage('.')).toEqual({ kind: 'switch', by: 1 });
    expect(onAnyPage('p', true)).toBeNull();
    expect(onAnyPage('ArrowLeft')).toBeNull();
  });

  it("do not override the browser's own", () => {
    expect(press('c', { ctrlKey: true })).toBeNull();
    expect(press('0')).toBeNull();
    expect(press('Tab')).toBeNull();
  });
});
