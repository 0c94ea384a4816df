import { pieceOf } from './grid';
import type { TrackBuffer } from './track-buffer';

/** Both ways at once, equal in gain: versions of one mix correlate, and equal power would be louder between them. */
const SWITCH_TIME_CONSTANT_S = 0.004;
/** Until nothing is left to hear of a ramp. */
const FADED_S = 0.04;
/** Sources begin so much later than they are made, so that none begins late. */
export const LEAD_S = 0.02;

interface Voice {
  gain: GainNode;
  sources: AudioBufferSourceNode[];
  /** The sample of its sound up to which it is scheduled. */
  until: number;
}

/**
 * Sound from one place on until it is stopped: everything is scheduled on the context's clock by whole samples, so that
 * cells join without a seam and versions stay together.
 */
export class PlaybackRun {
  private readonly out: GainNode;
  private readonly voices = new Map<TrackBuffer, Voice>();
  /** The context's clock, in samples, at which `at` sounds. */
  private readonly beginsAt: number;

  constructor(
    private readonly context: AudioContext,
    /** The place on the common timeline, in samples, from which it sounds. */
    private readonly at: number,
  ) {
    this.beginsAt = Math.ceil((context.currentTime + LEAD_S) * context.sampleRate);
    this.out = context.createGain();
    this.out.connect(context.destination);
    if (at > 0) {
      this.out.gain.value = 0;
      this.out.gain.setTargetAtTime(1, this.beginsAt / context.sampleRate, SWITCH_TIME_CONSTANT_S);
    }
  }

  /** The place that sounds now, in samples of the common timeline. */
  place(): number {
    return Math.max(this.at, this.at + this.context.currentTime * this.context.sampleRate - this.beginsAt);
  }

  /** Schedules what a lane has decoded. `shift`: samples that its sound is ahead of the common timeline. */
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

  /** The sample of its sound up to which a lane is scheduled; null before its first. */
  until(track: TrackBuffer): number | null {
    return this.voices.get(track)?.until ?? null;
  }

  /** Fades to a gain; at once is as smooth as a fade can be without being heard as one. */
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
