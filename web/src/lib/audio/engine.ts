import type { EngineListeners } from './engine-listeners';
import {
  alignAll,
  canBegin,
  endOf,
  fetchAhead,
  fetchToAlign,
  isReady,
  type LoadedVersion,
  needsAlignment,
  scheduleAll,
  shiftOf,
} from './loaded-version';
import { Output } from './output';
import { PlaybackRun } from './playback-run';
import { Repeat } from './repeat';
import { type FollowingTrack, UpcomingAudio } from './upcoming';
import type { Version } from './version';
import { VersionPool } from './version-pool';

const TICK_MS = 100;

/**
 * Plays one of a few versions. The others run silently in sync, so that switching is only a short fade. Listeners
 * are notified of every change except the position, which callers read when they need it.
 */
export class Engine {
  readonly output = new Output();
  private decoder: BaseAudioContext | null = null;
  private readonly poolListeners = {
    progressed: () => this.advance(),
    reachabilityChanged: () => this.listeners.changed(),
    failed: (player: LoadedVersion) => this.failed(player),
    leaves: (player: LoadedVersion) => this.leave(player),
  };
  private pool = new VersionPool(this.poolListeners);
  private upcoming = new UpcomingAudio(new VersionPool(this.poolListeners));
  private audible: LoadedVersion | null = null;
  /** Becomes audible as soon as enough of it is loaded. */
  private next: LoadedVersion | null = null;
  private run: PlaybackRun | null = null;
  private readonly repetition = new Repeat();
  /** Position on the common timeline in samples, used while nothing plays. */
  private at = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  playing = false;

  constructor(private readonly listeners: EngineListeners) {}

  /** Playing was requested, but not enough audio is loaded yet. */
  get waiting(): boolean {
    return this.playing && this.run === null;
  }

  /** Waiting because the source of the audio cannot be reached. */
  get stalled(): boolean {
    return this.waiting && this.audible?.track.isUnreachable === true;
  }

  /** Sample rate; null before anything has been opened. */
  get rateHz(): number | null {
    return this.decoder?.sampleRate ?? null;
  }

  get audibleKey(): string | null {
    return this.audible?.version.id ?? null;
  }

  /** Position in the audible version, in seconds. */
  get position(): number {
    if (!this.audible || !this.decoder) return 0;
    const place =
      (this.run ? this.repetition.place(this.run) : this.at) / this.decoder.sampleRate + this.audible.version.shiftS;
    const samples = this.audible.track.grid?.samples ?? Infinity;
    return Math.min(Math.max(0, place), samples / this.decoder.sampleRate);
  }

  /** Loads a version without playing it. `rateHz` is the sample rate of the output. */
  open(version: Version, rateHz: number, position: number): void {
    this.close();
    if (this.decoder?.sampleRate !== rateHz) this.decoder = new OfflineAudioContext(2, 1, rateHz);
    this.audible = this.pool.get(version, this.decoder);
    this.at = Math.round((position - version.shiftS) * rateHz);
    this.audible.track.open();
    this.listeners.changed();
  }

  /**
   * Switches to another version at the same position as soon as it is loaded; the current one keeps playing until then.
   */
  listen(version: Version): void {
    if (!this.audible || version.id === this.audible.version.id) {
      this.next = null;
      this.advance();
      return;
    }
    this.next = this.pool.get(version, this.decoder!);
    this.pool.makeRoom([this.audible, this.next]);
    this.advance();
  }

  /** Loads other versions beside the audible one, so that switching to them is immediate; the first ones if there are many. */
  prepare(versions: Version[]): void {
    if (!this.audible) return;
    this.pool.prepare(versions, [this.audible, this.next], this.decoder!);
    this.advance();
  }

  /** Sets the audio that follows without a break when the audible one has ended; it is closed with the audible one. */
  follow(following: FollowingTrack | null): void {
    this.upcoming.set(this.audible && following);
  }

  /** The repeated passage in seconds of the audible version; null if nothing is repeated. */
  get repeated(): { from: number; to: number } | null {
    const { audible, decoder } = this;
    return audible && decoder && this.repetition.seconds(this.shift(audible), decoder.sampleRate);
  }

  /** Repeats a passage of the audible version from its start, or with null plays on after it. */
  repeat(passage: { from: number; to: number } | null): void {
    if (!this.audible || !this.decoder) return;
    this.settle();
    this.repetition.set(passage, this.shift(this.audible), this.decoder.sampleRate);
    if (passage) this.seek(passage.from);
    else {
      this.advance();
      this.listeners.changed();
    }
  }

  /** Applies changed gains and shifts. */
  update(versionOf: (id: string) => Version | null): void {
    for (const player of this.pool.all) {
      const version = versionOf(player.version.id);
      if (!version) continue;
      this.settle();
      const moved = version.shiftS !== player.version.shiftS;
      player.version = version;
      if (moved && player === this.audible) this.halt();
      else if (moved) this.run?.leave(player.track);
      else if (player === this.audible) this.run?.fade(player.track, version.gain);
    }
    this.advance();
  }

  play(): void {
    if (!this.audible || !this.decoder) return;
    this.output.of(this.decoder.sampleRate);
    const { grid } = this.audible.track;
    if (grid && this.at + this.shift(this.audible) >= grid.samples) this.at = -this.shift(this.audible);
    this.playing = true;
    this.timer ??= setInterval(() => this.advance(), TICK_MS);
    this.advance();
    this.listeners.changed();
  }

  pause(): void {
    this.halt();
    this.playing = false;
    clearInterval(this.timer);
    this.timer = undefined;
    this.listeners.changed();
  }

  /** Seeks to a position in the audible version. */
  seek(seconds: number): void {
    if (!this.audible || !this.decoder) return;
    this.halt();
    this.at = Math.round(Math.max(0, seconds) * this.decoder.sampleRate) - this.shift(this.audible);
    this.advance();
    this.listeners.changed();
  }

  close(): void {
    if (this.playing) this.pause();
    this.halt();
    this.pool.close();
    this.upcoming.clear();
    this.audible = this.next = null;
    this.repetition.passage = null;
    this.at = 0;
  }

  private leave(player: LoadedVersion): void {
    this.settle();
    this.run?.leave(player.track);
    if (this.next === player) this.next = null;
  }

  private failed(player: LoadedVersion): void {
    const wasPlaying = this.playing;
    if (this.upcoming.pool.all.includes(player)) return this.upcoming.giveUp();
    if (player === this.audible) this.pause();
    else this.pool.remove(player);
    this.listeners.failed(player.version.id, wasPlaying);
  }

  private shift(player: LoadedVersion): number {
    return shiftOf(player, this.decoder!.sampleRate);
  }

  /** Ends a scheduled repetition, so that the next step schedules it again. */
  private settle(): void {
    this.run = this.repetition.settle(this.run);
  }

  /** Stops the audio and keeps the position. */
  private halt(): void {
    if (!this.run) return;
    if (this.audible && endOf(this.audible, this.run) === 'ended') this.takeUpcoming();
    this.upcoming.unschedule();
    this.settle();
    if (!this.run) return;
    this.at = Math.round(this.run.place());
    this.run.stop();
    this.run = null;
  }

  private repeatPassage(run: PlaybackRun, audible: LoadedVersion): void {
    const rate = this.decoder!.sampleRate;
    const now = this.repetition.step(
      run,
      audible,
      rate,
      (at, beginsAt) => this.openRun(at, beginsAt),
      (following) => scheduleAll(following, this.pool.all, audible, rate),
    );
    if (now === run) return;
    this.run = now;
    if (!now) this.at = this.repetition.passage!.from;
    this.listeners.changed();
  }

  private openRun(at: number, beginsAt?: number): PlaybackRun {
    const context = this.output.of(this.decoder!.sampleRate);
    return new PlaybackRun(context, this.output.masterOf(context), at, beginsAt);
  }

  /** One step of playback: fetches, schedules, starts, waits, switches or ends, as needed. */
  private advance(): void {
    const { audible, decoder } = this;
    if (!audible || !decoder) return;
    const rate = decoder.sampleRate;
    const place = Math.round(this.run?.place() ?? this.at);
    if (this.playing) {
      const { next, run } = this;
      const { all } = this.pool;
      fetchAhead({ audible, next, all, run, passage: this.repetition.passage }, place, rate);
    }
    alignAll(this.pool.all, audible, place, rate, this.listeners.aligned);
    if (!this.playing) return this.switchInSilence(place);
    this.stopWhenNothingFollows();
    if (!this.playing || this.audible !== audible) return;
    if (!this.run && canBegin(audible, place)) {
      this.run = this.openRun(place);
      this.listeners.changed();
    }
    if (!this.run) return;
    this.repeatPassage(this.run, audible);
    if (!this.run) return;
    scheduleAll(this.run, this.pool.all, audible, rate);
    if (!this.repetition.passage) this.upcoming.step(this.run, audible, decoder, (at, from) => this.openRun(at, from));
    if (this.next && isReady(this.next, this.run, place, rate)) this.switchTo(this.next);
  }

  /** Makes the following audio the audible one; returns false if nothing follows. */
  private takeUpcoming(): boolean {
    const { run, audible, decoder } = this;
    const taken = run && audible && decoder && this.upcoming.take(run, audible, decoder);
    if (!taken) return false;
    run.stop();
    this.pool.close();
    this.pool = this.upcoming.pool;
    this.upcoming = new UpcomingAudio(new VersionPool(this.poolListeners));
    this.audible = taken.player;
    this.next = null;
    this.repetition.passage = null;
    this.run = taken.run;
    this.at = taken.at;
    this.listeners.followed();
    return true;
  }

  /** While nothing plays, switches as soon as the alignment of the next version is known. */
  private switchInSilence(place: number): void {
    const { audible, next } = this;
    if (!audible || !next) return;
    next.track.open();
    if (needsAlignment(next)) fetchToAlign(next, audible, place, this.decoder!.sampleRate);
    else if (next.track.grid) this.switchTo(next);
  }

  private switchTo(next: LoadedVersion): void {
    this.settle();
    this.upcoming.unschedule();
    const { audible, run } = this;
    this.next = null;
    this.audible = next;
    this.pool.use(next);
    if (run && audible) {
      run.fade(audible.track, 0);
      run.fade(next.track, next.version.gain);
    }
    this.listeners.changed();
  }

  /** Ends playback at the end of the audio; halts if the next cell has not been loaded in time. */
  private stopWhenNothingFollows(): void {
    const end = this.audible && this.run && endOf(this.audible, this.run);
    if (end === 'ended') {
      if (!this.repetition.passage && this.takeUpcoming()) return this.advance();
      this.pause();
      this.listeners.ended();
    } else if (end === 'not loaded') {
      this.halt();
      this.listeners.changed();
    }
  }
}
