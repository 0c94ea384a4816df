/** Time in which a change of the volume settles, without a click. */
const VOLUME_TIME_CONSTANT_S = 0.01;

/** Audio output: one AudioContext at a time, recreated when the sample rate changes. */
export class Output {
  private current: AudioContext | null = null;
  private next: AudioContext | null = null;
  private readonly masters = new WeakMap<AudioContext, GainNode>();
  private volume = 1;

  /**
   * Opens a context of that rate ahead of time: some browsers allow sound only from a context opened in a user gesture.
   */
  ready(rateHz: number): void {
    if (this.current?.sampleRate === rateHz || this.next?.sampleRate === rateHz) return;
    void this.next?.close();
    this.next = new AudioContext({ sampleRate: rateHz });
    void this.next.resume();
  }

  /** Returns a running context of that rate and closes any other. */
  of(rateHz: number): AudioContext {
    if (this.current?.sampleRate !== rateHz) {
      this.ready(rateHz);
      void this.current?.close();
      this.current = this.next!;
      this.next = null;
    }
    void this.current.resume();
    return this.current;
  }

  /** The node that everything is connected to; it sets the volume. */
  masterOf(context: AudioContext): GainNode {
    const known = this.masters.get(context);
    if (known) return known;
    const master = context.createGain();
    master.gain.value = this.volume;
    master.connect(context.destination);
    this.masters.set(context, master);
    return master;
  }

  /** Linear gain from 0 to 1. */
  setVolume(volume: number): void {
    this.volume = volume;
    if (!this.current) return;
    this.masterOf(this.current).gain.setTargetAtTime(volume, this.current.currentTime, VOLUME_TIME_CONSTANT_S);
  }
}
