import { type Coded, OutOfReachError, type Source, UnavailableError } from './coded';
import { Grid } from './grid';
import { openCoded } from './open-coded';

const MOST_AT_ONCE = 2;
const KEPT_BEHIND_S = 5;
const TRIES = 3;
const PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4000;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** One version's sound: fetches, decodes and keeps the cells around the place that is heard. */
export class Lane {
  /** Null until the head of the file has been read. */
  grid: Grid | null = null;
  private sound: Coded | null = null;
  private readonly decoded = new Map<number, AudioBuffer>();
  private readonly fetches = new Map<number, AbortController>();
  private readonly ending = new AbortController();
  /** Answers in a row that were no sound. */
  private failures = 0;
  /** Questions in a row that nobody answered. */
  private unanswered = 0;
  /** Nothing is asked before this moment. */
  private silentUntil = 0;
  private opening = false;

  constructor(
    private readonly source: Source,
    private readonly decoder: BaseAudioContext,
    private readonly told: { ready: () => void; reach: () => void; failed: () => void },
  ) {
    addEventListener('online', () => this.askNow(), { signal: this.ending.signal });
  }

  /** The last question was not answered; it is asked again without end. */
  get outOfReach(): boolean {
    return this.unanswered > 0;
  }

  /** Reads the head of the file, which says where its frames lie. */
  open(): void {
    if (this.sound || this.opening || !this.mayAsk()) return;
    this.opening = true;
    openCoded(this.source, this.ending.signal)
      .then((sound) => {
        this.sound = sound;
        this.grid = new Grid(sound.layout, this.decoder.sampleRate);
        this.answered();
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => (this.opening = false));
  }

  /** Null while it is on its way. */
  buffer(index: number): AudioBuffer | null {
    return this.decoded.get(index) ?? null;
  }

  /** Samples of the sound from `from` on, both channels as one, silent outside it; null while some are on their way. */
  samples(from: number, count: number): Float32Array | null {
    const { grid } = this;
    if (!grid) return null;
    const sound = new Float32Array(count);
    for (let at = Math.max(0, from); at < Math.min(from + count, grid.samples);) {
      const index = grid.indexAt(at);
      const cell = grid.cell(index);
      const buffer = this.buffer(index);
      if (!cell || !buffer) return null;
      const end = Math.min(cell.end, from + count);
      for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
        const own = buffer.getChannelData(channel).subarray(cell.skip + at - cell.start, cell.skip + end - cell.start);
        own.forEach((sample, offset) => (sound[at - from + offset]! += sample));
      }
      at = end;
    }
    return sound;
  }

  /** Sees to the cells from this sample of the sound on, for so many seconds; lets go of those far from it. */
  want(sample: number, seconds: number): void {
    const { grid } = this;
    if (!grid) return this.open();
    const first = grid.indexAt(sample);
    const last = grid.indexAt(Math.min(sample + seconds * grid.rateHz, grid.samples));
    const oldest = grid.indexAt(sample - KEPT_BEHIND_S * grid.rateHz);
    for (const index of this.decoded.keys()) if (index < oldest || index > last + 2) this.decoded.delete(index);
    for (const [index, fetching] of this.fetches) {
      if (index >= first && index <= last) continue;
      fetching.abort();
      this.fetches.delete(index);
    }
    for (let index = first; index <= last && this.fetches.size < MOST_AT_ONCE; index++) {
      if (!this.decoded.has(index) && !this.fetches.has(index)) this.fetch(index);
    }
  }

  close(): void {
    this.ending.abort();
    for (const fetching of this.fetches.values()) fetching.abort();
    this.decoded.clear();
  }

  private fetch(index: number): void {
    const cell = this.grid?.cell(index);
    if (!cell || !this.sound || !this.mayAsk()) return;
    const abort = new AbortController();
    this.fetches.set(index, abort);
    this.sound
      .read(cell.frames, abort.signal)
      .then((file) => this.decoder.decodeAudioData(file))
      .then((buffer) => {
        if (abort.signal.aborted) return;
        this.decoded.set(index, buffer);
        this.fetches.delete(index);
        this.answered();
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        if (this.fetches.get(index) === abort) this.fetches.delete(index);
      });
  }

  private mayAsk(): boolean {
    return this.failures < TRIES && performance.now() >= this.silentUntil;
  }

  private answered(): void {
    const wasOutOfReach = this.outOfReach;
    this.failures = this.unanswered = 0;
    this.told.ready();
    if (wasOutOfReach) this.told.reach();
  }

  /** The browser has its connection back. */
  private askNow(): void {
    if (!this.outOfReach) return;
    this.silentUntil = 0;
    this.told.ready();
  }

  /**
   * Asks again without end where nobody answers, and twice where the answer is no sound; what was aborted is no failure.
   * What has been decoded stays playable meanwhile.
   */
  private failed(error: unknown): void {
    if (isAbort(error) || this.ending.signal.aborted) return;
    if (error instanceof OutOfReachError) {
      this.unanswered += 1;
      if (this.unanswered === 1) this.told.reach();
    } else this.failures = error instanceof UnavailableError ? TRIES : this.failures + 1;
    if (this.failures >= TRIES) return this.told.failed();
    const pause = Math.min(PAUSE_MS * Math.max(this.failures, this.unanswered), LONGEST_PAUSE_MS);
    this.silentUntil = performance.now() + pause;
    setTimeout(this.told.ready, pause);
  }
}
