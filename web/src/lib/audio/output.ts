/** Where sound goes: an AudioContext of one rate at a time. */
export class Output {
  private current: AudioContext | null = null;
  private next: AudioContext | null = null;

  /** Opens one of that rate for later: some browsers let it sound only when it was opened by a press of something. */
  ready(rateHz: number): void {
    if (this.current?.sampleRate === rateHz || this.next?.sampleRate === rateHz) return;
    void this.next?.close();
    this.next = new AudioContext({ sampleRate: rateHz });
    void this.next.resume();
  }

  /** The one of that rate, sounding from now on; another is closed. */
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
