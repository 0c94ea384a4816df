import { EventEmitter, once } from 'node:events';
import type { Caller } from '../caller.js';
import { PATIENCE_MS } from '../until.js';

export interface StreamedEvent {
  /** `message` unless the stream names the event. */
  event: string;
  data: unknown;
}

/** An open stream of server-sent events, read as they arrive. */
export class EventStream {
  readonly events: StreamedEvent[] = [];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  private readonly arrived = new EventEmitter();
  private readonly abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.abort = abort;
    this.ended = this.read(response);
  }

  /** @throws when the answer is not a stream. */
  static async open(caller: Caller, path = '/api/events'): Promise<EventStream> {
    const abort = new AbortController();
    const response = await caller.fetch(path, { signal: abort.signal });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new Error(`${path} answered ${response.status}`);
    }
    return new EventStream(response, abort);
  }

  /** The first event, past or future, that matches. */
  async waitFor(fits: (event: StreamedEvent) => boolean): Promise<StreamedEvent> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = this.events.find(fits);
      if (found) return found;
      await once(this.arrived, 'event', { signal });
    }
  }

  close(): void {
    this.abort.abort();
  }

  private async read(response: Response): Promise<void> {
    let buffer = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (buffer + chunk).split('\n\n');
        buffer = blocks.pop()!;
        blocks.forEach((block) => this.take(block));
      }
    } catch {
      // The stream was cut off, by the server or by close().
    }
  }

  private take(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    if (fields.data === undefined) return;
    this.events.push({ event: fields.event ?? 'message', data: JSON.parse(fields.data) });
    this.arrived.emit('event');
  }
}
