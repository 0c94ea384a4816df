/** Something has changed that the signed-in person may see. */
export interface LiveEvent {
  /** A server that was updated since the page was loaded may send a topic that the page does not know. */
  topic: string;
  id?: string;
  projectId?: string;
}

/** Sent by a tab whenever it is shown or hidden, and from time to time to see whether the hub still answers. */
export interface FromTab {
  visible: boolean;
  /** Id of the signed-in user when the tab starts to listen. */
  joins?: string;
  leaves?: true;
}

export type ToTab =
  | { event: LiveEvent }
  /** The hub's answer, also sent when a stream has opened. `stream` is null while none is open. */
  | { stream: number | null; userId: string | null };

export type Tell = (message: ToTab) => void;

/** A browser reconnects after a lost connection, but never after an answer such as 502, which a proxy sends. */
const REOPEN_MS = 3_000;
const REOPEN_SPREAD_MS = 4_000;
/** Switching from one tab to another hides the first one before the other is shown. */
const LET_GO_MS = 2_000;
/** A tab that starts to listen gets the events of this time as well: it was already reading its data. */
const RECENT_MS = 3_000;

/**
 * Shares one event stream among tabs. The stream is open while one of them is visible; hidden ones hear the events too
 * as long as it is. Every opened stream has a new number, which means that events may have been missed.
 */
export class LiveHub {
  private readonly tabs = new Map<Tell, boolean>();
  private source: EventSource | null = null;
  private stream: number | null = null;
  /** User of the open stream, as the server says. */
  private userId: string | null = null;
  /** User of the last tab that started to listen; null once a stream has been opened after that. */
  private wanted: string | null = null;
  private recent: { event: LiveEvent; at: number }[] = [];
  private closing: ReturnType<typeof setTimeout> | undefined;
  private reopening: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly open: () => EventSource = () => new EventSource('/api/events')) {}

  hear(tell: Tell, { visible, joins, leaves }: FromTab): void {
    if (leaves) this.tabs.delete(tell);
    else this.tabs.set(tell, visible);
    if (joins !== undefined) {
      this.wanted = joins;
      if (this.isOfAnother()) {
        this.wanted = null;
        this.close();
      }
    }
    this.openOrClose();
    if (leaves) return;
    tell({ stream: this.stream, userId: this.userId });
    if (joins !== undefined) for (const { event } of this.fresh()) tell({ event });
  }

  private openOrClose(): void {
    clearTimeout(this.closing);
    if ([...this.tabs.values()].includes(true)) {
      if (!this.source) this.connect();
    } else if (this.tabs.size === 0) this.close();
    else this.closing = setTimeout(() => this.close(), LET_GO_MS);
  }

  private connect(): void {
    clearTimeout(this.reopening);
    const source = (this.source = this.open());
    source.addEventListener('hello', ({ data }: MessageEvent<string>) => this.opened(data));
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent;
      this.recent = [...this.fresh(), { event, at: performance.now() }];
      this.tellAll({ event });
    };
    source.onerror = () => {
      this.stream = null;
      if (source.readyState !== EventSource.CLOSED) return;
      this.reopening = setTimeout(() => this.connect(), REOPEN_MS + Math.random() * REOPEN_SPREAD_MS);
    };
  }

  private opened(hello: string): void {
    this.userId = (JSON.parse(hello) as { userId?: string }).userId ?? null;
    // It was requested before the tab's person signed in.
    const isLate = this.isOfAnother();
    this.wanted = null;
    if (isLate) {
      this.close();
      this.connect();
      return;
    }
    this.stream = Math.random();
    this.tellAll({ stream: this.stream, userId: this.userId });
  }

  private close(): void {
    clearTimeout(this.reopening);
    this.source?.close();
    this.source = this.stream = this.userId = null;
    this.recent = [];
  }

  /** Whether the stream was opened for another person than the tab that started to listen last. */
  private isOfAnother(): boolean {
    return this.wanted !== null && this.userId !== null && this.userId !== this.wanted;
  }

  private fresh() {
    return this.recent.filter(({ at }) => at > performance.now() - RECENT_MS);
  }

  private tellAll(message: ToTab): void {
    for (const tell of this.tabs.keys()) tell(message);
  }
}
