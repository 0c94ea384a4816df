import { describe, expect, it } from '@jest/globals';
import type { Layout } from './coded-audio';
import { type Cell, Grid, pieceOf } from './grid';

const layout = (sampleRateHz: number, frames = 1000): Layout => ({
  sampleRateHz,
  frames,
  frameSamples: 1152,
  preroll: 3,
  delay: 1105,
  samples: frames * 1152 - 576 - 700,
});
const cellsOf = (grid: Grid): Cell[] => {
  const cells: Cell[] = [];
  for (let cell = grid.cell(0); cell; cell = grid.cell(cells.length)) cells.push(cell);
  return cells;
};

describe.each([
  [48000, 48000],
  [44100, 44100],
  [44100, 48000],
  [48000, 44100],
  [32000, 48000],
])('cells of a preview of %i Hz played at %i Hz', (own, rate) => {
  const grid = new Grid(layout(own), rate);
  const cells = cellsOf(grid);

  it('follow each other without a gap, in whole samples, from the start to the end', () => {
    expect(cells[0]!.start).toBeLessThanOrEqual(0);
    expect(cells.at(-1)!.end).toBe(grid.samples);
    cells.slice(1).forEach((cell, index) => expect(cell.start).toBe(cells[index]!.end));
    for (const { start, end, skip } of cells) expect([start, end, skip].every(Number.isInteger)).toBe(true);
  });

  it('contain the sample they are looked up by', () => {
    for (const sample of [0, 1, 12_345, Math.floor(grid.samples / 2), grid.samples - 1]) {
      const cell = grid.cell(grid.indexAt(sample))!;
      expect(cell.start).toBeLessThanOrEqual(sample);
      expect(cell.end).toBeGreaterThan(sample);
    }
  });

  it('are decoded from at least three frames earlier, and last about a second', () => {
    for (const { frames, skip } of cells.slice(1)) {
      expect(skip / rate).toBeGreaterThanOrEqual((3 * 1152) / own - 1e-9);
      expect(frames.to).toBeLessThanOrEqual(1000);
    }
    const seconds = (cells[1]!.end - cells[1]!.start) / rate;
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThan(1.8);
  });
});

it('plays the rest of a cell from a sample inside it', () => {
  const cell = new Grid(layout(48000), 48000).cell(0)!;
  expect(pieceOf(cell, 0)).toEqual({ at: 0, offset: 1105, length: cell.end });
  expect(pieceOf(cell, 1000)).toEqual({ at: 1000, offset: 2105, length: cell.end - 1000 });
  expect(pieceOf(cell, cell.end)).toBeNull();
});

it('has no cell outside the audio', () => {
  const grid = new Grid(layout(48000, 96), 48000);
  expect([grid.cell(-1), grid.cell(2)]).toEqual([null, null]);
});
