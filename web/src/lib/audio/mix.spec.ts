import { expect, it } from '@jest/globals';
import { mixChannels } from './mix';

it('sums the channels of each output with their gains', () => {
  const channels = [[1, 0], [0, 1], [0.5, -0.5]].map((samples) => Float32Array.from(samples)); // prettier-ignore
  const mixed = mixChannels(channels, [
    [1, 0, 0.5],
    [0, 1, 0.5],
  ]);
  expect(mixed.map((samples) => [...samples])).toEqual([
    [1.25, -0.25],
    [0.25, 0.75],
  ]);
});
