/**
 * Compares two parts of a rectangle of `width` moments and `height` notes. `type` says which: the whole with nothing, the
 * upper half with the lower, the later half with the earlier, two opposite quarters with the others, the middle third of
 * the notes, or of the moments, with the outer ones. `limits` divide the results into four levels.
 */
export interface Classifier {
  type: 0 | 1 | 2 | 3 | 4 | 5;
  band: number;
  height: number;
  width: number;
  limits: readonly [number, number, number];
}

type Row = [Classifier['type'], number, number, number, number, number, number];

const TEST2: Row[] = [
  [0, 4, 3, 15, 1.98215, 2.35817, 2.63523],
  [4, 4, 6, 15, -1.03809, -0.651211, -0.282167],
  [1, 0, 4, 16, -0.298702, 0.119262, 0.558497],
  [3, 8, 2, 12, -0.105439, 0.0153946, 0.135898],
  [3, 4, 4, 8, -0.142891, 0.0258736, 0.200632],
  [4, 0, 3, 5, -0.826319, -0.590612, -0.368214],
  [1, 2, 2, 9, -0.557409, -0.233035, 0.0534525],
  [2, 7, 3, 4, -0.0646826, 0.00620476, 0.0784847],
  [2, 6, 2, 16, -0.192387, -0.029699, 0.215855],
  [2, 1, 3, 2, -0.0397818, -0.00568076, 0.0292026],
  [5, 10, 1, 15, -0.53823, -0.369934, -0.190235],
  [3, 6, 2, 10, -0.124877, 0.0296483, 0.139239],
  [2, 1, 1, 14, -0.101475, 0.0225617, 0.231971],
  [3, 5, 6, 4, -0.0799915, -0.00729616, 0.063262],
  [1, 9, 2, 12, -0.272556, 0.019424, 0.302559],
  [3, 4, 2, 14, -0.164292, -0.0321188, 0.0846339],
];

/** Those of Chromaprint's algorithm TEST2, in the order of their bits. */
export const classifiers: readonly Classifier[] = TEST2.map(([type, band, height, width, ...limits]) => ({
  type,
  band,
  height,
  width,
  limits,
}));
