import { alignmentGet } from '../../api';
import type { Piece } from './player-state';

type Sound = Pick<Piece, 'id' | 'analysis'>;

/** Versions whose lengths differ by less are assumed to start together. */
const SAME_LENGTH_S = 0.02;

/** Offset of each file's audio from the first file, in seconds. It is requested once, and 0 until known. */
export class Alignment {
  private shifts = new Map<string, number>();
  private asked = new Set<string>();
  private rough = new Set<string>();
  private base: Sound | null = null;

  constructor(private readonly changed: () => void) {}

  /** Starts over with another file and its versions. */
  begin(base: Sound, versions: Sound[]): void {
    this.base = base;
    this.shifts = new Map();
    this.asked = new Set([base.id]);
    this.rough = new Set();
    this.add(versions);
  }

  /** Requests missing offsets of these files. */
  add(files: Sound[]): void {
    const { base, shifts, asked } = this;
    if (!base) return;
    for (const { id, analysis } of files) {
      if (asked.has(id) || !analysis.hasPreview || sameLength(base, { id, analysis })) continue;
      asked.add(id);
      alignmentGet({ path: { id: base.id, otherId: id }, throwOnError: true })
        .then(({ data }) => {
          if (shifts !== this.shifts || data.data.offsetSeconds === null) return;
          shifts.set(id, data.data.offsetSeconds);
          this.rough.add(id);
          this.changed();
        })
        .catch(() => asked.delete(id));
    }
  }

  /** Sets the exact offset that was found in the audio. */
  settle(id: string, shiftS: number): void {
    this.shifts.set(id, shiftS);
    this.rough.delete(id);
  }

  of(id: string): { shiftS: number; rough: boolean } {
    return { shiftS: this.shifts.get(id) ?? 0, rough: this.rough.has(id) };
  }
}

const sameLength = (one: Sound, other: Sound): boolean =>
  Math.abs((one.analysis.durationS ?? 0) - (other.analysis.durationS ?? 0)) < SAME_LENGTH_S;
