import { AHEAD_S, canBegin, type LoadedVersion, shiftOf } from './loaded-version';
import type { PlaybackRun } from './playback-run';
import type { Version } from './version';
import type { VersionPool } from './version-pool';

/** The audio that follows the current one. */
export interface FollowingTrack {
  version: Version;
  /** Silence between the two, in seconds. */
  gapS: number;
}

/**
 * Loads and schedules the audio that follows the current one. It begins exactly where the current one and the gap end, on
 * the clock of the same output.
 */
export class UpcomingAudio {
  private wanted: FollowingTrack | null = null;
  private player: LoadedVersion | null = null;
  private run: PlaybackRun | null = null;
  private failed = false;

  constructor(
    /** Holds only the following audio. */
    readonly pool: VersionPool,
  ) {}

  set(following: FollowingTrack | null): void {
    if (following?.version.id === this.wanted?.version.id && following?.gapS === this.wanted?.gapS) {
      if (this.player && following) this.player.version = following.version;
      this.wanted = following;
      return;
    }
    this.clear();
    this.wanted = following;
  }

  clear(): void {
    this.unschedule();
    this.pool.close();
    this.wanted = this.player = null;
    this.failed = false;
  }

  /** Ends what is scheduled, for when the current audio will not end when it was expected to. */
  unschedule(): void {
    this.run?.stop();
    this.run = null;
  }

  /** It cannot be loaded, so it does not follow by itself. */
  giveUp(): void {
    this.unschedule();
    this.pool.close();
    this.player = null;
    this.failed = true;
  }

  /** One step while the current audio plays: does something once all of that is scheduled. */
  step(
    run: PlaybackRun,
    current: LoadedVersion,
    decoder: BaseAudioContext,
    open: (at: number, beginsAt: number) => PlaybackRun,
  ): void {
    const { grid } = current.track;
    if (!this.wanted || this.failed || !grid || (run.until(current.track) ?? 0) < grid.samples) return;
    const endsAt = run.timeOf(grid.samples - shiftOf(current, grid.rateHz));
    this.player ??= this.pool.get(this.wanted.version, decoder);
    const { player } = this;
    player.track.prefetch(0, AHEAD_S);
    if (!this.run && canBegin(player, 0)) this.run = open(-this.gap(decoder), endsAt);
    this.run?.schedule(player.track, 0, player.version.gain);
  }

  /**
   * Hands the following audio over when the current one has ended. `run` is null if it could not be scheduled in time; then
   * playing begins at `at`, which is negative during the gap. Null if nothing follows.
   */
  take(
    run: PlaybackRun,
    current: LoadedVersion,
    decoder: BaseAudioContext,
  ): { player: LoadedVersion; run: PlaybackRun | null; at: number } | null {
    const { grid } = current.track;
    if (!this.wanted || this.failed || !grid) return null;
    const player = this.player ?? this.pool.get(this.wanted.version, decoder);
    const late = Math.round(run.place()) + shiftOf(current, grid.rateHz) - grid.samples;
    const taken = { player, run: this.run, at: Math.min(0, late - this.gap(decoder)) };
    this.wanted = this.player = this.run = null;
    return taken;
  }

  private gap({ sampleRate }: BaseAudioContext): number {
    return Math.round((this.wanted?.gapS ?? 0) * sampleRate);
  }
}
