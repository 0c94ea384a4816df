import { expect, it } from '@jest/globals';
import { Line } from './line';

it('tries again after pauses that grow to 15 s, and begins with a short one once something got through', async () => {
  const pauses: number[] = [];
  const line = new Line(async (milliseconds) => void pauses.push(milliseconds));
  for (let loss = 0; loss < 6; loss++) {
    line.lose();
    await line.up();
  }
  line.prove();
  line.lose();
  await line.up();
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15000, 15000, 1000]);
});

it('is back at once when the browser says so, and an earlier pause does not end a later loss', async () => {
  const ends: (() => void)[] = [];
  const line = new Line(() => new Promise((resolve) => void ends.push(resolve)));
  line.lose();
  line.restore();
  await line.up();
  line.lose();
  ends[0]!();
  await Promise.resolve();
  expect(line.isLost).toBe(true);
});

it('cuts what is on its way, once, and nothing that begins afterwards', () => {
  const line = new Line(() => new Promise(() => {}));
  const { signal } = line;
  line.lose();
  line.lose();
  expect(signal.aborted).toBe(true);
  line.restore();
  expect(line.signal.aborted).toBe(false);
});
