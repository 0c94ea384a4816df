/** Audio output: one AudioContext at a time, recreated when the sample rate changes. */
export class Output {
  private current: AudioContext | null = null;
  private next: AudioContext | null = null;

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
}
