import { COMPARED_S, findOffset, SEARCH_S } from './align';
import { Output } from './output';
import { LEAD_S, PlaybackRun } from './playback-run';
import { TrackBuffer } from './track-buffer';
import type { Version } from './version';

const AHEAD_S = 10;
/** The silent version is fetched only after the audible one has this much buffered. */
const FIRST_AHEAD_S = 3;
/** If the first cell has less than this left, the next cell must be loaded too. */
const ENOUGH_S = 0.4;
const TICK_MS = 100;

interface LoadedVersion {
  version: Version;
  track: TrackBuffer;
  /** Whether the exact alignment has been searched for. */
  aligned: boolean;
}

/** True if the alignment is a guess that has not been checked yet. */
const needsAlignment = ({ version, aligned }: LoadedVersion): boolean => version.rough && !aligned;

/**
 * Plays one of at most two versions. The other runs silently in sync, so that switching is only a short fade. Listeners
 * are notified of every change except the position, which callers read when they need it.
 */
export class Engine {
  private readonly output = new Output();
  private decoder: BaseAudioContext | null = null;
  private loaded: LoadedVersion[] = [];
  private audible: LoadedVersion | null = null;
  /** Becomes audible as soon as enough of it is loaded. */
  private next: LoadedVersion | null = null;
  private run: PlaybackRun | null = null;
  /** Position on the common timeline in samples, used while nothing plays. */
  private at = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  playing = false;

  constructor(
    private readonly listeners: {
      changed: () => void;
      ended: () => void;
      failed: (id: string, wasPlaying: boolean) => void;
      aligned: (id: string, shiftS: number) => void;
    },
  ) {}

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
    const place = (this.run?.place() ?? this.at) / this.decoder.sampleRate + this.audible.version.shiftS;
    const samples = this.audible.track.grid?.samples ?? Infinity;
    return Math.min(Math.max(0, place), samples / this.decoder.sampleRate);
  }

  /** Prepares the output for a sample rate. Call it from a user gesture. */
  ready(rateHz: number): void {
    this.output.ready(rateHz);
  }

  /** Loads a version without playing it. `rateHz` is the sample rate of the output. */
  open(version: Version, rateHz: number, position: number): void {
    this.close();
    if (this.decoder?.sampleRate !== rateHz) this.decoder = new OfflineAudioContext(2, 1, rateHz);
    this.audible = this.add(version);
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
    const known = this.loaded.find((player) => player.version.id === version.id);
    for (const player of this.loaded) if (player !== this.audible && player !== known) this.remove(player);
    this.next = known ?? this.add(version);
    this.advance();
  }

  /** Loads another version beside the audible one, so that switching to it is immediate. */
  prepare(version: Version): void {
    if (!this.audible || this.loaded.some((player) => player.version.id === version.id)) return;
    for (const player of this.loaded) if (player !== this.audible) this.remove(player);
    this.add(version);
    this.advance();
  }

  /** Applies changed gains and shifts. */
  update(versionOf: (id: string) => Version | null): void {
    for (const player of this.loaded) {
      const version = versionOf(player.version.id);
      if (!version) continue;
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
    if (grid && this.at + this.shiftOf(this.audible) >= grid.samples) this.at = -this.shiftOf(this.audible);
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
    this.at = Math.round(Math.max(0, seconds) * this.decoder.sampleRate) - this.shiftOf(this.audible);
    this.advance();
    this.listeners.changed();
  }

  close(): void {
    if (this.playing) this.pause();
    this.halt();
    for (const player of this.loaded) player.track.close();
    this.loaded = [];
    this.audible = this.next = null;
    this.at = 0;
  }

  private add(version: Version): LoadedVersion {
    const player: LoadedVersion = {
      version,
      aligned: false,
      track: new TrackBuffer(version.source, this.decoder!, {
        progressed: () => this.loaded.includes(player) && this.advance(),
        reachabilityChanged: () => this.listeners.changed(),
        failed: () => this.failed(player),
      }),
    };
    this.loaded.push(player);
    return player;
  }

  private remove(player: LoadedVersion): void {
    this.run?.leave(player.track);
    player.track.close();
    this.loaded = this.loaded.filter((each) => each !== player);
    if (this.next === player) this.next = null;
  }

  private failed(player: LoadedVersion): void {
    if (!this.loaded.includes(player)) return;
    const wasPlaying = this.playing;
    if (player === this.audible) this.pause();
    else this.remove(player);
    this.listeners.failed(player.version.id, wasPlaying);
  }

  private shiftOf(player: LoadedVersion): number {
    return Math.round(player.version.shiftS * this.decoder!.sampleRate);
  }

  /** Stops the audio and keeps the position. */
  private halt(): void {
    if (!this.run) return;
    this.at = Math.round(this.run.place());
    this.run.stop();
    this.run = null;
  }

  /** One step of playback: fetches, schedules, starts, waits, switches or ends, as needed. */
  private advance(): void {
    const { audible, decoder } = this;
    if (!audible || !decoder) return;
    const rate = decoder.sampleRate;
    const place = Math.round(this.run?.place() ?? this.at);
    if (this.playing) this.fetch(audible, place, rate);
    for (const player of this.loaded) if (player !== audible) this.align(player, audible, place);
    if (!this.playing) return this.switchInSilence(place);
    this.stopWhenNothingFollows();
    if (!this.playing) return;
    if (!this.run && this.canBegin(audible, place)) this.begin(place);
    if (!this.run) return;
    for (const player of this.loaded) {
      if (player !== audible && needsAlignment(player)) continue;
      this.run.schedule(player.track, this.shiftOf(player), player === audible ? player.version.gain : 0);
    }
    this.switchWhenReady(place);
  }

  private fetch(audible: LoadedVersion, place: number, rate: number): void {
    audible.track.prefetch(place + this.shiftOf(audible), AHEAD_S);
    const until = this.run?.until(audible.track) ?? 0;
    const ends = until >= (audible.track.grid?.samples ?? Infinity);
    const others = this.next !== null || ends || until - place - this.shiftOf(audible) > FIRST_AHEAD_S * rate;
    if (!others || !audible.track.grid) return;
    for (const player of this.loaded) {
      if (player === audible) continue;
      const earlier = needsAlignment(player) ? SEARCH_S * rate : 0;
      player.track.prefetch(place + this.shiftOf(player) - earlier, AHEAD_S);
    }
  }

  /** Finds the exact alignment of a version whose alignment is only a guess. */
  private align(player: LoadedVersion, audible: LoadedVersion, place: number): void {
    if (!needsAlignment(player)) return;
    const rate = this.decoder!.sampleRate;
    const [length, reach] = [COMPARED_S * rate, SEARCH_S * rate].map(Math.round) as [number, number];
    const piece = audible.track.samples(place + this.shiftOf(audible), length);
    const other = piece && player.track.samples(place + this.shiftOf(player) - reach, length + 2 * reach);
    if (!other) return;
    player.aligned = true;
    const found = findOffset(piece, other);
    if (found === null) return;
    const shiftS = (this.shiftOf(player) + found - reach) / rate;
    player.version = { ...player.version, shiftS, rough: false };
    this.listeners.aligned(player.version.id, shiftS);
  }

  /** While nothing plays, switches as soon as the alignment of the next version is known. */
  private switchInSilence(place: number): void {
    const { audible, next } = this;
    if (!audible || !next) return;
    next.track.open();
    if (needsAlignment(next)) {
      audible.track.prefetch(place + this.shiftOf(audible), COMPARED_S);
      next.track.prefetch(place + this.shiftOf(next) - SEARCH_S * this.decoder!.sampleRate, COMPARED_S + 2 * SEARCH_S);
    } else if (next.track.grid) this.switchTo(next);
  }

  private canBegin({ track, version }: LoadedVersion, place: number): boolean {
    const { grid } = track;
    if (!grid) return false;
    const from = Math.max(0, place + Math.round(version.shiftS * grid.rateHz));
    const index = grid.indexAt(from);
    const cell = grid.cell(index);
    if (!cell) return true;
    if (!track.cellAt(index)) return false;
    const short = cell.end - from < ENOUGH_S * grid.rateHz;
    return !short || grid.cell(index + 1) === null || track.cellAt(index + 1) !== null;
  }

  private begin(place: number): void {
    this.run = new PlaybackRun(this.output.of(this.decoder!.sampleRate), place);
    this.listeners.changed();
  }

  /** Switches once the next version is scheduled far enough ahead, or completely. */
  private switchWhenReady(place: number): void {
    const { next, run } = this;
    if (!next || !run || !next.track.grid) return;
    const until = run.until(next.track) ?? 0;
    const wanted = place + this.shiftOf(next);
    if (until > wanted + ENOUGH_S * next.track.grid.rateHz || until >= next.track.grid.samples) this.switchTo(next);
  }

  private switchTo(next: LoadedVersion): void {
    const { audible, run } = this;
    this.next = null;
    this.audible = next;
    if (run && audible) {
      run.fade(audible.track, 0);
      run.fade(next.track, next.version.gain);
    }
    this.listeners.changed();
  }

  /** Ends playback at the end of the audio; halts if the next cell has not been loaded in time. */
  private stopWhenNothingFollows(): void {
    const { audible, run } = this;
    if (!audible?.track.grid || !run) return;
    const { grid } = audible.track;
    const place = run.place() + this.shiftOf(audible);
    const until = run.until(audible.track) ?? Infinity;
    if (place >= grid.samples) {
      this.pause();
      this.listeners.ended();
    } else if (until < grid.samples && until < place + LEAD_S * grid.rateHz) {
      this.halt();
      this.listeners.changed();
    }
  }
}
