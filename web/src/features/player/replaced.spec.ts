import { expect, it } from '@jest/globals';
import { nextInQueue, type Piece, type QueuedPiece } from './player-state';
import { replacementOf, withReplaced } from './replaced';

const item = (id: string, track_title: string): QueuedPiece => {
  const piece = { id, track_title } as Piece;
  return { piece, versions: [piece] };
};
const [ember, glass, tide] = [item('e1', 'Ember'), item('g1', 'Glass'), item('t1', 'Low Tide')];
const playing = { piece: glass.piece, queue: [ember, glass, tide] };

it('finds the newer version of the loaded piece by its title, also in another order', () => {
  const newer = [item('g2', 'Glass'), ember, tide];
  expect(replacementOf(playing, newer)?.piece.id).toBe('g2');
});

it('finds it by its place if the title has changed, but takes no other song for it', () => {
  expect(replacementOf(playing, [ember, item('g2', 'Glass (edit)'), tide])?.piece.id).toBe('g2');
  expect(replacementOf(playing, [ember, tide])).toBeUndefined();
  expect(replacementOf(playing, [ember, glass, tide])).toBeUndefined();
  expect(replacementOf(playing, [tide, ember, glass])).toBeUndefined();
});

it('knows it again when it can be heard', () => {
  const newer = [ember, item('g2', 'Glass'), tide];
  const queue = withReplaced(newer, newer[1]!, playing.piece);
  const ready = [ember, item('g2', 'Glass'), tide];
  expect(replacementOf({ piece: playing.piece, queue }, ready)).toBe(ready[1]);
});

it('goes on after it with the newer list', () => {
  const newer = [item('e2', 'Ember'), item('g2', 'Glass'), item('t2', 'Low Tide')];
  const queue = withReplaced(newer, newer[1]!, playing.piece);
  expect(nextInQueue({ piece: playing.piece, queue })?.piece.id).toBe('t2');
});
