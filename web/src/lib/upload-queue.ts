export interface UploadSource {
  file: File;
  /** Path of the dropped folder without the name, such as 'Album/CD'; null when the file came alone. */
  folder: string | null;
}

/** Why an attempt failed: `retry` as it stands, `renew` with a fresh ticket, `give_up` for good. */
export class TransferError extends Error {
  constructor(message: string, readonly remedy: 'retry' | 'renew' | 'give_up') {
    super(message);
    this.name = 'TransferError';
  }
}

/** How files get to the store; `Ticket` is the permission to send one. */
export interface UploadTransport<Ticket> {
  /** One ticket or refusal per source, in the same order. */
  tickets(sources: UploadSource[]): Promise<(Ticket | { error: string })[]>;
  /** Resolves when the store has the whole file; progress is in bytes sent. */
  send(ticket: Ticket, file: File, onProgress: (sentBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Makes stored files known to the project; one message or null (accepted) per ticket, in the same order. */
  register(stored: { ticket: Ticket; source: UploadSource }[]): Promise<(string | null)[]>;
}

export type UploadState = 'waiting' | 'sending' | 'registering' | 'done' | 'failed' | 'cancelled';

export interface Upload {
  id: number;
  name: string;
  sizeBytes: number;
  sentBytes: number;
  state: UploadState;
  /** What went wrong, as a sentence; null otherwise. */
  error: string | null;
  /** Whether trying again may help. */
  canRetry: boolean;
}

export interface UploadSnapshot {
  uploads: readonly Upload[];
  /** Of the current batch, cancelled files left out. */
  sentBytes: number;
  totalBytes: number;
  active: boolean;
}

export interface UploadControls {
  cancel(id: number): void;
  cancelAll(): void;
  retry(id: number): void;
  dismiss(id: number): void;
}

interface Entry<Ticket> {
  upload: Upload;
  source: UploadSource;
  ticket: Ticket | null;
  /** True until the batch's tickets have come; it cannot begin before. */
  asking: boolean;
  abort: AbortController;
}

interface UploadQueueOptions {
  /** Called each time the queue comes to rest, with the number of files registered since it last did. */
  onRest?: (registered: number) => void;
  /** Called after each registration, so that the new rows can be shown. */
  onRegistered?: () => void;
  wait?: (milliseconds: number) => Promise<void>;
}

const NO_TICKET = 'The server gave no upload address';
const PARALLEL = 3;
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const OVER: readonly UploadState[] = ['done', 'failed', 'cancelled'];

const defaultWait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends files three at a time, retries with backoff, and registers each file as its transfer ends
 * (transfers that end during a registration go together into the next one).
 */
export class UploadQueue<Ticket extends object> implements UploadControls {
  private entries: Entry<Ticket>[] = [];
  private listeners = new Set<() => void>();
  private snapshot: UploadSnapshot = { uploads: [], sentBytes: 0, totalBytes: 0, active: false };
  private nextId = 1;
  private sending = 0;
  private stored: Entry<Ticket>[] = [];
  private registering = false;
  private registeredSinceRest = 0;

  constructor(
    private readonly transport: UploadTransport<Ticket>,
    private readonly options: UploadQueueOptions = {},
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): UploadSnapshot => this.snapshot;

  /** Adds files and begins at once; a refused one is named with its reason and harms no other. */
  async add(sources: UploadSource[]): Promise<void> {
    if (!this.snapshot.active) this.entries = this.entries.filter(({ upload }) => upload.state === 'failed');
    const added = sources.map((source) => this.entryOf(source));
    this.entries.push(...added);
    this.publish();
    try {
      const tickets = await this.transport.tickets(sources);
      added.forEach((entry, index) => this.accept(entry, tickets[index]));
    } catch (error) {
      for (const entry of added) if (entry.upload.state === 'waiting') this.fail(entry, messageFrom(error), true);
    }
    for (const entry of added) entry.asking = false;
    this.pump();
  }

  cancel(id: number): void {
    const entry = this.find(id);
    if (!entry || OVER.includes(entry.upload.state) || entry.upload.state === 'registering') return;
    this.change(entry, { state: 'cancelled' });
    entry.abort.abort();
    this.pump();
  }

  cancelAll(): void {
    for (const { upload } of [...this.entries]) this.cancel(upload.id);
  }

  retry(id: number): void {
    const entry = this.find(id);
    if (entry?.upload.state !== 'failed') return;
    entry.abort = new AbortController();
    entry.ticket = null;
    this.change(entry, { state: 'waiting', error: null, sentBytes: 0 });
    this.pump();
  }

  /** Forgets a file that failed. */
  dismiss(id: number): void {
    this.entries = this.entries.filter(({ upload }) => upload.id !== id || !OVER.includes(upload.state));
    this.publish();
  }

  private entryOf(source: UploadSource): Entry<Ticket> {
    const { name, size } = source.file;
    const upload: Upload = {
      id: this.nextId++, name, sizeBytes: size, sentBytes: 0, state: 'waiting', error: null, canRetry: false,
    };
    return { upload, source, ticket: null, asking: true, abort: new AbortController() };
  }

  private accept(entry: Entry<Ticket>, answer: Ticket | { error: string } | undefined): void {
    if (answer && !isRefusal(answer)) entry.ticket = answer;
    else if (entry.upload.state === 'waiting') this.fail(entry, answer?.error ?? NO_TICKET, false);
  }

  private pump(): void {
    for (const entry of this.entries) {
      if (this.sending >= PARALLEL) break;
      if (entry.upload.state === 'waiting' && !entry.asking) void this.transfer(entry);
    }
    this.rest();
  }

  private async transfer(entry: Entry<Ticket>): Promise<void> {
    this.sending++;
    this.change(entry, { state: 'sending' });
    try {
      await this.sendWithRetries(entry);
      if (entry.upload.state === 'sending') {
        this.change(entry, { state: 'registering', sentBytes: entry.upload.sizeBytes });
        this.stored.push(entry);
      }
    } catch (error) {
      const gaveUp = error instanceof TransferError && error.remedy === 'give_up';
      if (entry.upload.state === 'sending') this.fail(entry, messageFrom(error), !gaveUp);
    } finally {
      this.sending--;
      void this.registerStored();
      this.pump();
    }
  }

  private async sendWithRetries(entry: Entry<Ticket>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        entry.ticket ??= await this.freshTicket(entry.source);
        await this.transport.send(
          entry.ticket,
          entry.source.file,
          (sentBytes) => this.change(entry, { sentBytes }),
          entry.abort.signal,
        );
        return;
      } catch (error) {
        const remedy = error instanceof TransferError ? error.remedy : 'retry';
        if (remedy === 'renew') entry.ticket = null;
        if (remedy === 'give_up' || attempt === ATTEMPTS || entry.abort.signal.aborted) throw error;
        await (this.options.wait ?? defaultWait)(FIRST_WAIT_MS * 2 ** (attempt - 1));
        if (entry.abort.signal.aborted) throw error;
      }
    }
  }

  private async freshTicket(source: UploadSource): Promise<Ticket> {
    const [answer] = await this.transport.tickets([source]);
    if (!answer || isRefusal(answer)) {
      throw new TransferError(answer?.error ?? NO_TICKET, 'give_up');
    }
    return answer;
  }

  private async registerStored(): Promise<void> {
    if (this.registering || this.stored.length === 0) return;
    this.registering = true;
    const batch = this.stored.splice(0);
    try {
      const answers = await this.registerWithRetries(batch);
      batch.forEach((entry, index) => {
        const refusal = answers[index] ?? null;
        if (refusal !== null) return this.fail(entry, refusal, false);
        this.registeredSinceRest++;
        this.change(entry, { state: 'done' });
      });
      this.options.onRegistered?.();
    } catch (error) {
      for (const entry of batch) this.fail(entry, messageFrom(error), true);
    } finally {
      this.registering = false;
      void this.registerStored();
      this.rest();
    }
  }

  private async registerWithRetries(batch: Entry<Ticket>[]): Promise<(string | null)[]> {
    const stored = batch.map(({ ticket, source }) => ({ ticket: ticket as Ticket, source }));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.transport.register(stored);
      } catch (error) {
        if (attempt === ATTEMPTS || (error instanceof TransferError && error.remedy === 'give_up')) throw error;
        await (this.options.wait ?? defaultWait)(FIRST_WAIT_MS * 2 ** (attempt - 1));
      }
    }
  }

  private rest(): void {
    if (this.entries.some(({ upload }) => !OVER.includes(upload.state))) return;
    const registered = this.registeredSinceRest;
    this.registeredSinceRest = 0;
    if (registered > 0) this.options.onRest?.(registered);
  }

  private find(id: number): Entry<Ticket> | undefined {
    return this.entries.find(({ upload }) => upload.id === id);
  }

  private fail(entry: Entry<Ticket>, error: string, canRetry: boolean): void {
    this.change(entry, { state: 'failed', error, canRetry });
  }

  private change(entry: Entry<Ticket>, changes: Partial<Upload>): void {
    entry.upload = { ...entry.upload, ...changes };
    this.publish();
  }

  private publish(): void {
    const uploads = this.entries.map(({ upload }) => upload);
    const counted = uploads.filter(({ state }) => state !== 'cancelled' && state !== 'failed');
    this.snapshot = {
      uploads,
      sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      totalBytes: counted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      active: uploads.some(({ state }) => !OVER.includes(state)),
    };
    for (const listener of this.listeners) listener();
  }
}

function isRefusal(answer: object): answer is { error: string } {
  return 'error' in answer;
}

function messageFrom(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'The transfer failed';
}
