import { canBegin, type LoadedVersion, type Passage, REPEAT_AHEAD_S } from './loaded-version';
import type { PlaybackRun } from './playback-run';

/** Repeats a passage: a second run is scheduled to begin exactly where the current one reaches the end. */
export class Repeat {
  passage: Passage | null = null;
  /** The repetition that follows the current run. */
  private following: PlaybackRun | null = null;

  /** The passage in seconds of a version with this shift. */
  seconds(shift: number, rate: number): { from: number; to: number } | null {
    const { passage } = this;
    return passage && { from: (passage.from + shift) / rate, to: (passage.to + shift) / rate };
  }

  /** Sets the passage from seconds of a version with this shift. */
  set(seconds: { from: number; to: number } | null, shift: number, rate: number): void {
    const placeOf = (at: number) => Math.round(at * rate) - shift;
    this.passage = seconds && { from: placeOf(seconds.from), to: placeOf(seconds.to) };
  }

  /**
   * Ends the scheduled repetition, unless it has begun; the next step schedules another one if it is still wanted. Returns the run that
   * plays.
   */
  settle(run: PlaybackRun | null): PlaybackRun | null {
    const { following, passage } = this;
    if (!following || !run || !passage) return run;
    this.following = null;
    if (run.place() >= passage.to) {
      run.stop();
      return following;
    }
    following.stop();
    run.playOn();
    return run;
  }

  /** Position, also just after the repetition has begun. */
  place(run: PlaybackRun): number {
    const place = run.place();
    return this.following && this.passage && place >= this.passage.to ? this.following.place() : place;
  }

  /**
   * One step of playback. Returns the run that plays now, or null if the passage has ended and its start is not loaded: then it has to
   * begin again.
   */
  step(
    run: PlaybackRun,
    audible: LoadedVersion,
    rate: number,
    open: (at: number, beginsAt: number) => PlaybackRun,
    schedule: (run: PlaybackRun) => void,
  ): PlaybackRun | null {
    const { passage } = this;
    const place = run.place();
    if (!passage || run.at >= passage.to) return run;
    if (place >= passage.to) {
      const next = this.following;
      run.stop();
      this.following = null;
      return next;
    }
    if (place < passage.to - REPEAT_AHEAD_S * rate || !canBegin(audible, passage.from)) return run;
    if (!this.following) {
      this.following = open(passage.from, run.timeOf(passage.to));
      run.endAt(passage.to);
    }
    schedule(this.following);
    return run;
  }
}
