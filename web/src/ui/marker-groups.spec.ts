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
  expect(groupMarkers(many, 100, 1000, 20).reduce((sum, { count }) => sum + count, 0)).toBe(200);
  expect(groupMarkers(many, 100, 300, 20)).toHaveLength(15);
  expect(groupMarkers(many, 100, 300, 20)[0]!.label).toBe('14 comments. Ines: louder');
});
