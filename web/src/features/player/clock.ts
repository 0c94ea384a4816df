import type { Clock } from '../../ui/large-waveform';
import { player } from './player';

/** What the drawing of the version that is heard follows. */
export const clock: Clock = {
  playing: () => player.getState().playing && !player.getState().waiting,
  position: player.position,
  subscribe: player.subscribe,
};
