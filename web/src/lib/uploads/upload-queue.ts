import { beginAttempt } from '../attempt';
import { Connection, pause } from './connection';
import { LANES } from './cross-tab';
import {
  isRefusal,
  isSame,
  type QueueEntry,
  TransferError,
  type Upload,
  type UploadControls,
  type UploadRefusal,
  type UploadSnapshot,
  type UploadSource,
  type UploadState,
  type UploadTransport,
} from './upload-types';

const STALL_MS = 60_000;
const stalled = () => new TransferError('The transfer stalled', 'retry');

interface UploadQueueOptions {
  connection?: Connection;
  /** Calls `send` when the browser may send one more file. */
  lane?: <T>(signal: AbortSignal, send: () => Promise<T>) => Promise<T>;
  /** Called after each registration, so that new rows can be shown. */
  onRegistered?: () => void;
  wait?: (milliseconds: number) => Promise<void>;
}

const NO_UPLOAD_ADDRESS = 'The server gave no upload address';
/** Files in one request for permissions or registration. */
const BATCH = 100;
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Transfers that finish within this time are registered together. */
const GATHER_MS = 300;
const FINISHED: readonly UploadState[] = ['done', 'failed', 'cancelled'];

/**
 * Sends two files at a time and registers each one when it is sent, together with others that finish in the same
 * moment. A lost connection pauses everything until it is back. Any other failure is retried up to eight times with
 * growing pauses; the count restarts whenever the store has received more of the file.
 */
export class UploadQueue<
  Permission extends object,
  Source extends UploadSource = UploadSource,
> implements UploadControls {
  private entries: QueueEntry<Permission, Source>[] = [];
  private readonly listeners = new Set<() => void>();
  private snapshot: UploadSnapshot = { uploads: [], sentBytes: 0, totalBytes: 0, active: false, paused: false };
  private nextId = 1;
  private sending = 0;
  private requesting = false;
  private registering = false;
  private stored: QueueEntry<Permission, Source>[] = [];
  /** Resolves when pending cancellations have reached the store. */
  private cancellation: Promise<unknown> = Promise.resolve();
  private readonly connection: Connection;
  private readonly wait: (milliseconds: number) => Promise<void>;

  constructor(
    private readonly transport: UploadTransport<Permission, Source>,
    private readonly options: UploadQueueOptions = {},
  ) {
    this.connection = options.connection ?? new Connection();
    this.wait = options.wait ?? pause;
    this.connection.subscribe(() => this.publish());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): UploadSnapshot => this.snapshot;

  /** Adds files and starts sending. A refused file keeps its reason and does not affect the others. */
  add(sources: Source[]): void {
    if (!this.snapshot.active) this.entries = this.entries.filter(({ upload }) => upload.state === 'failed');
    for (const source of sources) this.entries.push(this.entryOf(source));
    this.publish();
    this.startNext();
  }

  cancel(id: number): void {
    this.stop(this.entries.filter(({ upload }) => upload.id === id));
  }

  cancelAll(): void {
    this.stop(this.entries);
  }

  retry(...ids: number[]): void {
    for (const entry of this.entries) {
      const { id, state } = entry.upload;
      if (!ids.includes(id) || (state !== 'failed' && state !== 'cancelled')) continue;
      entry.abort = new AbortController();
      entry.permission = null;
      this.change(entry, { key: null, state: 'waiting', error: null, sentBytes: 0 });
    }
    this.startNext();
  }

  dismiss(...ids: number[]): void {
    this.entries = this.entries.filter(({ upload }) => !ids.includes(upload.id) || !FINISHED.includes(upload.state));
    this.publish();
  }

  private entryOf(source: Source): QueueEntry<Permission, Source> {
    const { file, folder } = source;
    const { name, size } = file;
    const twins = this.entries.filter(({ source: other, upload }) => upload.state !== 'done' && isSame(other, source));
    for (const twin of twins) twin.hasTwin = true;
    const upload: Upload = {
      id: this.nextId++,
      key: null,
      name,
      folder,
      sizeBytes: size,
      sentBytes: 0,
      state: 'waiting',
      error: null,
      canRetry: false,
    };
    return { upload, source, hasTwin: twins.length > 0, permission: null, abort: new AbortController() };
  }

  private stop(entries: QueueEntry<Permission, Source>[]): void {
    const stopped = entries.filter(({ upload: { state } }) => state === 'waiting' || state === 'sending');
    for (const entry of stopped) {
      entry.abort.abort();
      this.change(entry, { state: 'cancelled' });
    }
    this.cancelInStore(stopped);
    this.startNext();
  }

  /** If this fails, the server's sweep removes the stale uploads later. */
  private cancelInStore(entries: QueueEntry<Permission, Source>[]): void {
    const permissions = entries.flatMap(({ permission }) => (permission ? [permission] : []));
    if (permissions.length === 0) return;
    this.cancellation = Promise.allSettled([this.cancellation, this.transport.cancel(permissions)]);
  }

  private startNext(): void {
    const waiting = this.entries.filter(({ upload }) => upload.state === 'waiting');
    const allowed = waiting.filter(({ permission }) => permission);
    for (const entry of allowed.slice(0, LANES - this.sending)) void this.transfer(entry);
    if (waiting.some(({ permission }) => !permission)) void this.requestPermissions();
  }

  private async requestPermissions(): Promise<void> {
    if (this.requesting) return;
    this.requesting = true;
    await this.cancellation; // Until then the store would reuse the upload that is being cancelled for the same file.
    const batch = this.entries
      .filter(({ upload, permission }) => upload.state === 'waiting' && !permission)
      .slice(0, BATCH);
    const sources = batch.map(({ source, hasTwin }) => ({ ...source, hasTwin }));
    try {
      const answers = sources.length > 0 ? await this.callWithRetries(() => this.transport.permissions(sources)) : [];
      batch.forEach((entry, index) => this.accept(entry, answers[index]));
    } catch (error) {
      for (const entry of batch) if (entry.upload.state === 'waiting') this.failWith(entry, error);
    } finally {
      this.requesting = false;
      this.startNext();
    }
  }

  private accept(entry: QueueEntry<Permission, Source>, answer: Permission | { error: string } | undefined): void {
    const isWaiting = entry.upload.state === 'waiting';
    if (answer && !isRefusal(answer)) {
      this.grant(entry, answer);
      if (!isWaiting) this.cancelInStore([entry]);
    } else if (isWaiting) {
      this.fail(entry, { error: answer?.error ?? NO_UPLOAD_ADDRESS, canRetry: false });
    }
  }

  private grant(entry: QueueEntry<Permission, Source>, permission: Permission): Permission {
    entry.permission = permission;
    this.change(entry, { key: this.transport.keyOf(permission) });
    return permission;
  }

  private async transfer(entry: QueueEntry<Permission, Source>): Promise<void> {
    const { abort } = entry;
    this.sending++;
    this.change(entry, { state: 'sending' });
    try {
      await this.sendWithRetries(entry);
      if (abort.signal.aborted) return;
      this.change(entry, { state: 'registering', sentBytes: entry.upload.sizeBytes });
      this.stored.push(entry);
    } catch (error) {
      if (!abort.signal.aborted) this.failWith(entry, error);
    } finally {
      this.sending--;
      void this.registerStored();
      this.startNext();
    }
  }

  private async sendWithRetries(entry: QueueEntry<Permission, Source>): Promise<void> {
    let kept = 0;
    let lastKept = 0;
    const { signal } = entry.abort;
    const { lane } = this.options;
    const sendOnce = async () => {
      const attempt = beginAttempt(STALL_MS, stalled, signal, this.connection.signal);
      try {
        const { source } = entry;
        const permission = entry.permission ?? this.grant(entry, await this.freshPermission(entry));
        await this.transport.send(
          permission,
          source.file,
          (sentBytes, keptBytes) => {
            attempt.progressed();
            kept = keptBytes;
            if (!attempt.signal.aborted) this.change(entry, { sentBytes });
          },
          attempt.signal,
        );
      } finally {
        attempt.end();
      }
    };
    const send = () => (lane ? lane(signal, sendOnce) : sendOnce());
    await this.callWithRetries(send, signal, (error) => {
      if (error instanceof TransferError && error.remedy === 'renew') entry.permission = null;
      const hasMoved = kept > lastKept;
      lastKept = Math.max(kept, lastKept);
      return hasMoved;
    });
  }

  private async freshPermission({ source, hasTwin }: QueueEntry<Permission, Source>): Promise<Permission> {
    const [answer] = await this.transport.permissions([{ ...source, hasTwin }]);
    if (!answer || isRefusal(answer)) throw new TransferError(answer?.error ?? NO_UPLOAD_ADDRESS, 'give_up');
    return answer;
  }

  /** Retries a call until it succeeds or fails for good. `hasMoved` returns whether a failed call made progress. */
  private async callWithRetries<T>(
    call: () => Promise<T>,
    cancelled?: AbortSignal,
    hasMoved: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    for (let failures = 0; ;) {
      await this.connection.whenOnline();
      cancelled?.throwIfAborted();
      const { signal: offline } = this.connection;
      try {
        const answer = await call();
        this.connection.reset();
        return answer;
      } catch (error) {
        if (hasMoved(error)) failures = 0;
        cancelled?.throwIfAborted();
        const remedy = error instanceof TransferError ? error.remedy : 'retry';
        if (remedy === 'reconnect') this.connection.markOffline();
        if (offline.aborted) continue;
        if (remedy === 'give_up' || remedy === 'user_action') throw error;
        if (++failures === ATTEMPTS) throw error;
        await this.wait(Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
      }
    }
  }

  private async registerStored(): Promise<void> {
    if (this.registering || this.stored.length === 0) return;
    this.registering = true;
    if (this.sending > 0) await this.wait(GATHER_MS);
    const batch = this.stored.splice(0, BATCH);
    try {
      const stored = batch.map(({ permission, source }) => ({ permission: permission as Permission, source }));
      const answers = await this.callWithRetries(() => this.transport.register(stored));
      batch.forEach((entry, index) => {
        const refused = answers[index];
        if (refused) this.fail(entry, refused);
        else this.change(entry, { state: 'done' });
      });
      this.options.onRegistered?.();
    } catch (error) {
      for (const entry of batch) this.failWith(entry, error);
    } finally {
      this.registering = false;
      void this.registerStored();
    }
  }

  private failWith(entry: QueueEntry<Permission, Source>, error: unknown): void {
    const message = error instanceof Error && error.message ? error.message : 'The transfer failed';
    this.fail(entry, { error: message, canRetry: !(error instanceof TransferError && error.remedy === 'give_up') });
  }

  private fail(entry: QueueEntry<Permission, Source>, { error, canRetry }: UploadRefusal): void {
    this.change(entry, { state: 'failed', error, canRetry });
  }

  private change(entry: QueueEntry<Permission, Source>, changes: Partial<Upload>): void {
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
      active: uploads.some(({ state }) => !FINISHED.includes(state)),
      paused: this.connection.isOffline,
    };
    for (const listener of this.listeners) listener();
  }
}
