import { Lanes } from '../lanes';
import { type CodedAudio, type Source, UnavailableError, UnreachableError } from './coded-audio';
import { Grid } from './grid';
import { mixBuffer } from './mix';
import { openCoded } from './open-coded';
import type { Version } from './version';

const MOST_AT_ONCE = 2;
/** All versions share the connections that a browser opens to the host, of which pages need some. */
const lanes = new Lanes(MOST_AT_ONCE);
const KEPT_BEHIND_S = 5;
const TRIES = 3;
const PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4000;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const shared = (source: Source): Source => ({
  ...source,
  read: (from, to, signal) => lanes.run(signal, () => source.read(from, to, signal)),
});

/** Fetches, decodes and keeps the cells of one version around the current position. */
export class TrackBuffer {
  /** Null until the start of the file has been read. */
  grid: Grid | null = null;
  private coded: CodedAudio | null = null;
  private readonly decoded = new Map<number, AudioBuffer>();
  private readonly fetches = new Map<number, AbortController>();
  private readonly closing = new AbortController();
  /** Consecutive replies that could not be decoded. */
  private failures = 0;
  /** Consecutive requests without a reply. */
  private noAnswerCount = 0;
  /** No request is sent before this time. */
  private nextRequestAt = 0;
  private opening = false;

  constructor(
    private readonly version: Pick<Version, 'source' | 'mix'>,
    private readonly decoder: BaseAudioContext,
    private readonly listeners: { progressed: () => void; reachabilityChanged: () => void; failed: () => void },
  ) {
    addEventListener('online', () => this.retryNow(), { signal: this.closing.signal });
  }

  /** True if the last request had no reply; requests are retried without limit. */
  get isUnreachable(): boolean {
    return this.noAnswerCount > 0;
  }

  /** Reads the start of the file, which has the layout of its frames. */
  open(): void {
    if (this.coded || this.opening || !this.mayRequest()) return;
    this.opening = true;
    openCoded(shared(this.version.source), this.closing.signal)
      .then((sound) => {
        this.coded = sound;
        this.grid = new Grid(sound.layout, this.decoder.sampleRate);
        this.succeeded();
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => (this.opening = false));
  }

  /** Null until it is loaded. */
  cellAt(index: number): AudioBuffer | null {
    return this.decoded.get(index) ?? null;
  }

  /** Samples from `from` on, mixed to mono and silent outside the audio; null while some are not loaded. */
  samples(from: number, count: number): Float32Array | null {
    const { grid } = this;
    if (!grid) return null;
    const sound = new Float32Array(count);
    for (let at = Math.max(0, from); at < Math.min(from + count, grid.samples);) {
      const index = grid.indexAt(at);
      const cell = grid.cell(index);
      const buffer = this.cellAt(index);
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

  /**
   * Fetches the cells for the next `seconds` from this sample on, and drops cells far from it, except the kept ones, which it fetches
   * as well.
   */
  prefetch(sample: number, seconds: number, kept: { from: number; seconds: number } | null = null): void {
    const { grid } = this;
    if (!grid) return this.open();
    const first = grid.indexAt(sample);
    const last = grid.indexAt(Math.min(sample + seconds * grid.rateHz, grid.samples));
    const oldest = grid.indexAt(sample - KEPT_BEHIND_S * grid.rateHz);
    const [keptFrom, keptTo] = kept
      ? [
          grid.indexAt(Math.max(0, kept.from)),
          grid.indexAt(Math.min(kept.from + kept.seconds * grid.rateHz, grid.samples)),
        ]
      : [0, -1];
    const isKept = (index: number) => index >= keptFrom && index <= keptTo;
    for (const index of this.decoded.keys()) {
      if ((index < oldest || index > last + 2) && !isKept(index)) this.decoded.delete(index);
    }
    for (const [index, fetching] of this.fetches) {
      if ((index >= first && index <= last) || isKept(index)) continue;
      fetching.abort();
      this.fetches.delete(index);
    }
    const fetchAll = (from: number, to: number) => {
      for (let index = from; index <= to && this.fetches.size < MOST_AT_ONCE; index++) {
        if (!this.decoded.has(index) && !this.fetches.has(index)) this.fetch(index);
      }
    };
    fetchAll(first, last);
    fetchAll(keptFrom, keptTo);
  }

  close(): void {
    this.closing.abort();
    for (const fetching of this.fetches.values()) fetching.abort();
    this.decoded.clear();
  }

  private fetch(index: number): void {
    const cell = this.grid?.cell(index);
    if (!cell || !this.coded || !this.mayRequest()) return;
    const abort = new AbortController();
    this.fetches.set(index, abort);
    this.coded
      .read(cell.frames, abort.signal)
      .then((file) => this.decoder.decodeAudioData(file))
      .then((buffer) => {
        if (abort.signal.aborted) return;
        this.decoded.set(index, mixBuffer(buffer, this.version.mix));
        this.fetches.delete(index);
        this.succeeded();
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        if (this.fetches.get(index) === abort) this.fetches.delete(index);
      });
  }

  private mayRequest(): boolean {
    return this.failures < TRIES && performance.now() >= this.nextRequestAt;
  }

  private succeeded(): void {
    const wasOutOfReach = this.isUnreachable;
    this.failures = this.noAnswerCount = 0;
    this.listeners.progressed();
    if (wasOutOfReach) this.listeners.reachabilityChanged();
  }

  /** The browser is online again. */
  private retryNow(): void {
    if (!this.isUnreachable) return;
    this.nextRequestAt = 0;
    this.listeners.progressed();
  }

  /**
   * Retries without limit when there is no reply, and twice when the reply cannot be decoded. Aborted requests are
   * ignored. Cells that are already decoded stay playable.
   */
  private failed(error: unknown): void {
    if (isAbort(error) || this.closing.signal.aborted) return;
    if (error instanceof UnreachableError) {
      this.noAnswerCount += 1;
      if (this.noAnswerCount === 1) this.listeners.reachabilityChanged();
    } else this.failures = error instanceof UnavailableError ? TRIES : this.failures + 1;
    if (this.failures >= TRIES) return this.listeners.failed();
    const pause = Math.min(PAUSE_MS * Math.max(this.failures, this.noAnswerCount), LONGEST_PAUSE_MS);
    this.nextRequestAt = performance.now() + pause;
    setTimeout(this.listeners.progressed, pause);
  }
}
