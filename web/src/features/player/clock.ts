import type { Clock } from '../../ui/large-waveform';
import { player } from './player';

/** Clock for the waveform of the audible version. */
export const clock: Clock = {
  playing: () => player.getState().playing && !player.getState().waiting,
  position: player.position,
  subscribe: player.subscribe,
};
