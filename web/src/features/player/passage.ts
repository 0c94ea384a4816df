/** A shorter passage is made longer, since it would be a buzz. */
const SHORTEST_S = 0.5;
/** A passage ends this long before the end of the file, where playing would end. */
const BEFORE_END_S = 0.05;

export interface Passage {
  from: number;
  to: number;
}

/** A passage between two positions, in either order, that can be repeated. */
export function passageWithin({ from, to }: Passage, durationS: number): Passage {
  const end = Math.max(0, durationS - BEFORE_END_S);
  const [start, last] = [Math.min(from, to), Math.min(end, Math.max(from, to))];
  const begins = Math.max(0, Math.min(start, end - SHORTEST_S));
  return { from: begins, to: Math.max(last, Math.min(end, begins + SHORTEST_S)) };
}
