import { Output } from '../../lib/audio/output';
import { LEAD_S, PlaybackRun } from '../../lib/audio/playback-run';
import { TrackBuffer } from '../../lib/audio/track-buffer';
import { rangeSource } from './range-source';

const AHEAD_S = 10;
/** Time before the end of a track at which the next one is opened. */
const NEXT_S = 20;
const TICK_MS = 100;
/** One rate for all tracks, so that they share a timeline. */
const RATE_HZ = 48_000;
/** If the first cell has less than this left, the next cell must be loaded too. */
const ENOUGH_S = 0.4;

export interface AlbumTrack {
  id: string;
  title: string;
  src: string;
  /** Linear; keeps its level beside previews that are lower than their files. */
  gain: number;
}

interface LoadedTrack {
  index: number;
  buffer: TrackBuffer;
  /** Position of its first sample on the timeline, which begins with the first track that was played. */
  start: number;
}

/**
 * Plays previews one after another. All of them are scheduled to the sample on one timeline, so that there is no gap
 * between tracks.
 */
export class AlbumPlayer {
  queue: AlbumTrack[] = [];
  playing = false;
  failed = false;
  private readonly output = new Output();
  private context: AudioContext | null = null;
  private current: LoadedTrack | null = null;
  private next: LoadedTrack | null = null;
  private run: PlaybackRun | null = null;
  /** Position on the timeline in samples while nothing sounds. */
  private at = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly changed: () => void) {}

  get track(): AlbumTrack | null {
    return this.current && (this.queue[this.current.index] ?? null);
  }

  get waiting(): boolean {
    return this.playing && this.run === null;
  }

  /** In seconds from the beginning of the track. */
  get position(): number {
    return this.current && this.context ? Math.max(0, this.place() - this.current.start) / this.context.sampleRate : 0;
  }

  /** Length of the track in seconds; null before it is known. */
  get duration(): number | null {
    const samples = this.current?.buffer.grid?.samples;
    return samples && this.context ? samples / this.context.sampleRate : null;
  }

  /** Starts a track of the queue. Call it from a user gesture, because browsers refuse sound otherwise. */
  start(queue: AlbumTrack[], index: number): void {
    this.stop();
    this.queue = queue;
    this.context = this.output.of(RATE_HZ);
    this.current = this.load(index, 0);
    this.play();
  }

  play(): void {
    if (!this.current || !this.context) return;
    void this.context.resume();
    this.failed = false;
    this.playing = true;
    this.timer ??= setInterval(() => this.advance(), TICK_MS);
    this.advance();
    this.changed();
  }

  pause(): void {
    this.halt();
    this.playing = false;
    clearInterval(this.timer);
    this.timer = undefined;
    this.changed();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Seeks in the track. */
  seek(seconds: number): void {
    if (!this.current || !this.context) return;
    const { grid } = this.current.buffer;
    const sample = Math.max(0, Math.round(seconds * this.context.sampleRate));
    this.halt();
    this.at = this.current.start + Math.min(sample, grid ? grid.samples - 1 : sample);
    this.advance();
    this.changed();
  }

  /** Goes to the next or previous track; back to the beginning first, as players do. */
  step(by: 1 | -1): void {
    if (!this.current) return;
    const RESTART_S = 3;
    if (by === -1 && (this.position > RESTART_S || this.current.index === 0)) return this.seek(0);
    const index = this.current.index + by;
    if (index >= this.queue.length) return;
    const wasPlaying = this.playing;
    this.start(this.queue, index);
    if (!wasPlaying) this.pause();
  }

  private load(index: number, start: number): LoadedTrack {
    const source = { source: rangeSource(this.queue[index]!.src), mix: null };
    const buffer = new TrackBuffer(source, this.context!, {
      progressed: () => {
        this.advance();
        // Nothing else shows the length of a track that was chosen while the player is paused.
        if (!this.playing) this.changed();
      },
      reachabilityChanged: () => this.changed(),
      failed: () => {
        if (buffer === this.next?.buffer) return;
        this.failed = true;
        this.pause();
      },
    });
    buffer.open();
    return { index, buffer, start };
  }

  private stop(): void {
    this.halt();
    this.current?.buffer.close();
    this.next?.buffer.close();
    this.current = this.next = null;
    this.at = 0;
  }

  private place(): number {
    return this.run?.place() ?? this.at;
  }

  /** Stops the sound and keeps the position. */
  private halt(): void {
    if (!this.run) return;
    this.at = Math.round(this.run.place());
    this.run.stop();
    this.run = null;
  }

  /** One step of playback: fetches, begins, schedules, waits, goes on to the next track, or ends. */
  private advance(): void {
    const { current, context } = this;
    if (!current || !context || !this.playing) return;
    const own = this.place() - current.start;
    current.buffer.prefetch(own, AHEAD_S);
    const { grid } = current.buffer;
    if (!grid) return;
    this.prepareNext(current, grid.samples - own);
    if (own >= grid.samples) return this.goOn();
    if (this.run && this.hasRunDry(current, grid.samples)) {
      this.halt();
      this.changed();
    }
    if (!this.run && this.canBegin(current)) {
      this.run = new PlaybackRun(context, context.destination, this.at);
      this.changed();
    }
    this.run?.schedule(current.buffer, -current.start, this.queue[current.index]!.gain);
    if (this.next && this.run && this.run.until(current.buffer) === grid.samples) {
      this.run.schedule(this.next.buffer, -this.next.start, this.queue[this.next.index]!.gain);
    }
  }

  private prepareNext(current: LoadedTrack, left: number): void {
    const { grid } = current.buffer;
    if (left > NEXT_S * this.context!.sampleRate || !grid) return;
    if (!this.next && current.index + 1 < this.queue.length) {
      this.next = this.load(current.index + 1, current.start + grid.samples);
    }
    this.next?.buffer.prefetch(0, AHEAD_S);
  }

  private goOn(): void {
    if (!this.next) return this.end();
    this.current?.buffer.close();
    this.current = this.next;
    this.next = null;
    this.changed();
    this.advance();
  }

  private end(): void {
    this.halt();
    this.at = this.current!.start;
    this.pause();
  }

  private hasRunDry({ buffer, start }: LoadedTrack, samples: number): boolean {
    const until = this.run?.until(buffer) ?? Infinity;
    return until < samples && until < this.place() - start + LEAD_S * this.context!.sampleRate;
  }

  private canBegin({ buffer, start }: LoadedTrack): boolean {
    const { grid } = buffer;
    if (!grid) return false;
    const from = this.at - start;
    const index = grid.indexAt(from);
    const cell = grid.cell(index);
    if (!cell) return true;
    const short = cell.end - from < ENOUGH_S * grid.rateHz;
    return buffer.cellAt(index) !== null && (!short || !grid.cell(index + 1) || buffer.cellAt(index + 1) !== null);
  }
}
