import { pieceOf } from './grid';
import type { TrackBuffer } from './track-buffer';

/**
 * Both fades run at once with equal gain: versions of one mix correlate, so an equal-power fade would be louder in the
 * middle.
 */
const SWITCH_TIME_CONSTANT_S = 0.004;
/** Time after which a fade is inaudible. */
const FADED_S = 0.04;
/** Sources are scheduled this far ahead, so that none starts late. */
export const LEAD_S = 0.02;

interface Voice {
  gain: GainNode;
  sources: AudioBufferSourceNode[];
  /** The sample of the version up to which it is scheduled. */
  until: number;
}

/**
 * Playback from one position until it is stopped. Everything is scheduled in whole samples on the context's clock, so
 * that cells join without a gap and versions stay in sync.
 */
export class PlaybackRun {
  private readonly out: GainNode;
  private readonly voices = new Map<TrackBuffer, Voice>();
  /** Time on the context's clock, in samples, at which playback of `at` begins. */
  private readonly beginsAt: number;

  constructor(
    private readonly context: AudioContext,
    destination: AudioNode,
    /** Start position on the common timeline, in samples. */
    readonly at: number,
    /** Time on the context's clock at which it begins, in samples; as soon as possible by default. */
    beginsAt?: number,
  ) {
    this.beginsAt = beginsAt ?? Math.ceil((context.currentTime + LEAD_S) * context.sampleRate);
    this.out = context.createGain();
    this.out.connect(destination);
    if (at > 0) {
      this.out.gain.value = 0;
      this.out.gain.setTargetAtTime(1, this.beginsAt / context.sampleRate, SWITCH_TIME_CONSTANT_S);
    }
  }

  /** Current position on the common timeline, in samples. */
  place(): number {
    return Math.max(this.at, this.at + this.context.currentTime * this.context.sampleRate - this.beginsAt);
  }

  /** Time on the context's clock at which a position plays, in samples. */
  timeOf(place: number): number {
    return Math.round(this.beginsAt + place - this.at);
  }

  /** Fades out just before a position, where another run takes over. */
  endAt(place: number): void {
    const time = this.timeOf(place) / this.context.sampleRate - 3 * SWITCH_TIME_CONSTANT_S;
    this.out.gain.setTargetAtTime(0, Math.max(this.context.currentTime, time), SWITCH_TIME_CONSTANT_S);
  }

  /** Takes `endAt` back. */
  playOn(): void {
    const { currentTime } = this.context;
    this.out.gain.cancelScheduledValues(currentTime);
    this.out.gain.setTargetAtTime(1, currentTime, SWITCH_TIME_CONSTANT_S);
  }

  /** Schedules what a track buffer has decoded. `shift`: samples that the version is ahead of the common timeline. */
  schedule(track: TrackBuffer, shift: number, gain: number): void {
    if (!track.grid) return;
    const voice = this.voices.get(track) ?? this.join(track, shift, gain);
    const { sampleRate } = this.context;
    const soonest = this.place() + shift + LEAD_S * sampleRate;
    if (voice.until < soonest && this.place() > this.at) voice.until = Math.ceil(soonest);
    for (;;) {
      const index = track.grid.indexAt(voice.until);
      const cell = track.grid.cell(index);
      const buffer = cell && track.cellAt(index);
      const piece = cell && pieceOf(cell, voice.until);
      if (!buffer || !piece) return;
      const source = this.context.createBufferSource();
      source.buffer = buffer;
      source.connect(voice.gain);
      const when = (this.beginsAt + piece.at - shift - this.at) / sampleRate;
      source.start(when, piece.offset / sampleRate, piece.length / sampleRate);
      source.onended = () => (voice.sources = voice.sources.filter((each) => each !== source));
      voice.sources.push(source);
      voice.until = piece.at + piece.length;
    }
  }

  /** The sample up to which a track is scheduled; null before its first. */
  until(track: TrackBuffer): number | null {
    return this.voices.get(track)?.until ?? null;
  }

  /** Fades to a gain, too quickly to be heard as a fade but without a click. */
  fade(track: TrackBuffer, gain: number): void {
    this.voices.get(track)?.gain.gain.setTargetAtTime(gain, this.context.currentTime, SWITCH_TIME_CONSTANT_S);
  }

  leave(track: TrackBuffer): void {
    const voice = this.voices.get(track);
    if (!voice) return;
    this.fade(track, 0);
    this.end(voice);
    this.voices.delete(track);
  }

  stop(): void {
    this.out.gain.cancelScheduledValues(this.context.currentTime);
    this.out.gain.setTargetAtTime(0, this.context.currentTime, SWITCH_TIME_CONSTANT_S);
    for (const voice of this.voices.values()) this.end(voice);
    setTimeout(() => this.out.disconnect(), FADED_S * 1000 * 4);
  }

  private end({ sources }: Voice): void {
    for (const source of sources) source.stop(this.context.currentTime + FADED_S);
  }

  private join(track: TrackBuffer, shift: number, gain: number): Voice {
    const node = this.context.createGain();
    node.gain.value = gain;
    node.connect(this.out);
    const voice = { gain: node, sources: [], until: Math.max(0, Math.round(this.at) + shift) };
    this.voices.set(track, voice);
    return voice;
  }
}
