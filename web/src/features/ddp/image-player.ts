import { FRAME_BYTES, FRAMES_A_SECOND, SAMPLE_BYTES } from '../../../../services/ddp/time.js';
import { UnreachableError } from '../../lib/audio/coded-audio';
import { fetchRange } from '../../lib/audio/fetch-range';
import { onlyOneWindow } from '../../lib/audio/only-one-window';

const RATE_HZ = 44_100;
/** Sound must begin quickly anywhere in the image, so the first request is short. */
const FIRST_S = 0.25;
const NEXT_S = 2;
/** Seconds that are scheduled before they are heard. */
const AHEAD_S = 5;
/** Time until the first sample, for scheduling it exactly. */
const DELAY_S = 0.03;
const TICK_MS = 200;

export interface ImageState {
  /** Address of the loaded image; null until something was played. */
  url: string | null;
  playing: boolean;
  /** Waits for the first bytes. */
  loading: boolean;
  /** Frames of 1/75 s. */
  frame: number;
  error: string | null;
}

const NOTHING: ImageState = { url: null, playing: false, loading: false, frame: 0, error: null };

/** Plays the image of a disc from byte ranges, gapless and without transcoding. */
class ImagePlayer {
  private state = NOTHING;
  private readonly listeners = new Set<() => void>();
  private readonly claim = onlyOneWindow(() => this.pause());
  private context: AudioContext | null = null;
  private run: AbortController | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ImageState => this.state;

  /** Plays from a frame on; `frames` is the length of the image. */
  play(url: string, frame: number, frames: number): void {
    this.stop();
    this.claim();
    const run = new AbortController();
    this.run = run;
    this.context ??= new AudioContext({ sampleRate: RATE_HZ });
    void this.context.resume();
    this.set({ url, playing: true, loading: true, frame, error: null });
    this.stream(this.context, url, frame, frames, run.signal).catch((error: unknown) => {
      if (run.signal.aborted) return;
      this.stop();
      this.set({ ...this.state, playing: false, loading: false, error: reasonOf(error) });
    });
  }

  pause(): void {
    if (!this.state.playing) return;
    this.stop();
    this.set({ ...this.state, playing: false, loading: false });
  }

  private stop(): void {
    this.run?.abort();
    this.run = null;
    clearInterval(this.timer);
  }

  private set(state: ImageState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private async stream(
    context: AudioContext,
    url: string,
    frame: number,
    frames: number,
    signal: AbortSignal,
  ): Promise<void> {
    const end = frames * FRAME_BYTES;
    let at = frame * FRAME_BYTES;
    let due: number | null = null;
    let beginS = 0;
    const lengthOf = (seconds: number) => Math.round(seconds * RATE_HZ) * SAMPLE_BYTES;
    let next = fetchImage(url, at, Math.min(at + lengthOf(FIRST_S), end), signal);
    while (at < end) {
      const bytes = await next;
      at += bytes.byteLength;
      const more = Math.min(at + lengthOf(NEXT_S), end);
      if (at < end) next = fetchImage(url, at, more, signal);
      // A failure is reported when it is awaited.
      next.catch(() => undefined);
      const buffer = bufferOf(context, bytes);
      const now = context.currentTime;
      if (due === null) {
        due = now + DELAY_S;
        beginS = due;
        this.follow(context, frame, () => beginS, signal);
        this.set({ ...this.state, loading: false });
      } else if (due < now) {
        // The network was slower than the music: what follows is later by the missing time.
        beginS += now + DELAY_S - due;
        due = now + DELAY_S;
      }
      start(context, buffer, due, signal);
      due += buffer.duration;
      await until(context, due - AHEAD_S, signal);
    }
    await until(context, due ?? 0, signal);
    this.stop();
    this.set({ ...this.state, playing: false, loading: false, frame: 0 });
  }

  /** Keeps the shown position up to date. */
  private follow(context: AudioContext, from: number, beginS: () => number, signal: AbortSignal): void {
    this.timer = setInterval(() => {
      if (signal.aborted) return;
      const heardS = Math.max(0, context.currentTime - beginS());
      this.set({ ...this.state, frame: from + Math.floor(heardS * FRAMES_A_SECOND) });
    }, TICK_MS);
  }
}

const NOT_PLAYED = 'The image cannot be played at the moment.';

class RangeRefusedError extends Error {}

async function fetchImage(url: string, from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const { response, body } = await fetchRange(url, from, to, signal);
  if (response.status === 410)
    throw new RangeRefusedError('The album has changed. Play it again to hear it as it is now.');
  if (!body) throw new RangeRefusedError(NOT_PLAYED);
  return body;
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeRefusedError) return error.message;
  return error instanceof UnreachableError ? 'The connection broke. Please try again.' : NOT_PLAYED;
}

function bufferOf(context: AudioContext, bytes: ArrayBuffer): AudioBuffer {
  const samples = new Int16Array(bytes);
  const buffer = context.createBuffer(2, samples.length / 2, RATE_HZ);
  for (const channel of [0, 1]) {
    const values = buffer.getChannelData(channel);
    for (let index = 0; index < values.length; index++) values[index] = samples[2 * index + channel]! / 2 ** 15;
  }
  return buffer;
}

function start(context: AudioContext, buffer: AudioBuffer, at: number, signal: AbortSignal): void {
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start(at);
  signal.addEventListener('abort', () => source.disconnect(), { once: true });
}

/** Waits until the context's time has come. Rejects when the signal aborts. */
function until(context: AudioContext, time: number, signal: AbortSignal): Promise<void> {
  const waitMs = (time - context.currentTime) * 1000;
  if (waitMs <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('Stopped', 'AbortError'));
      },
      { once: true },
    );
  });
}

export const imagePlayer = typeof window === 'undefined' ? null : new ImagePlayer();
export const NO_IMAGE = NOTHING;
