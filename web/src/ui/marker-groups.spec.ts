import { expect, it } from '@jest/globals';
import { groupMarkers, type Marker } from './marker-groups';

const at = (seconds: number, author = 'Ines'): Marker => ({
  id: `${author} ${seconds}`,
  seconds,
  endSeconds: null,
  author,
  label: `${author}: louder`,
  color: 'green',
});
const textsOf = (markers: Marker[], width: number) =>
  groupMarkers(markers, 100, width, 20).map(({ marker, text }) => `${marker.seconds} ${text}`);

it('draws markers that do not overlap with the initials of their authors', () => {
  expect(textsOf([at(50, 'mo'), at(10)], 1000)).toEqual(['10 I', '50 M']);
  expect(groupMarkers([at(1)], 100, 1000, 20)[0]!.label).toBe('Ines: louder');
});

it('draws overlapping ones as one with their number, and keeps places between 200 of them', () => {
  expect(textsOf([at(10), at(11), at(11.9), at(12)], 1000)).toEqual(['10 3', '12 I']);
  const many = Array.from({ length: 200 }, (_, index) => at(index / 2));
  expect(groupMarkers(many, 100, 1000, 20).flatMap(({ ids }) => ids)).toHaveLength(200);
  expect(groupMarkers(many, 100, 300, 20)).toHaveLength(14);
  expect(groupMarkers(many, 100, 300, 20)[0]!.label).toBe('20 comments. Ines: louder');
});

it('keeps marks within the width, where they do not overlap', () => {
  const groups = groupMarkers([at(0), at(19), at(45), at(99), at(100)], 100, 200, 44);
  expect(groups.map(({ x, ids }) => [x, ids.length])).toEqual([
    [22, 2],
    [90, 1],
    [178, 2],
  ]);
});
