export interface UploadSource {
  file: File;
  /** Path of the dropped folder without the name, such as 'Album/CD'; null when the file came alone. */
  folder: string | null;
}

export function isSame(one: UploadSource, other: UploadSource): boolean {
  const a = one.file;
  const b = other.file;
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified && one.folder === other.folder;
}

/**
 * How to recover from a failed attempt: `reconnect` waits for the connection, `retry` repeats the request, `renew` gets
 * a new permission, `user_action` needs a person first, and `give_up` means that nothing helps.
 */
export type Remedy = 'reconnect' | 'retry' | 'renew' | 'user_action' | 'give_up';

export class TransferError extends Error {
  constructor(
    message: string,
    readonly remedy: Remedy,
  ) {
    super(message);
    this.name = 'TransferError';
  }
}

/** Reports progress. `keptBytes` of `sentBytes` need not be sent again after a failure. */
export type OnProgress = (sentBytes: number, keptBytes: number) => void;

export interface UploadRefusal {
  error: string;
  /** Whether sending the file again may help. */
  canRetry: boolean;
}

/** Sends files to the store. `Permission` allows sending one file; `Source` is a file with its details. */
export interface UploadTransport<Permission, Source extends UploadSource = UploadSource> {
  /**
   * Returns one permission or refusal per source, in the same order. A file with a twin in the queue is never resumed.
   */
  permissions(sources: (Source & { hasTwin: boolean })[]): Promise<(Permission | { error: string })[]>;
  /** Resolves when the store has the whole file. */
  send(permission: Permission, file: File, onProgress: OnProgress, signal: AbortSignal): Promise<void>;
  /**
   * Registers stored files with the project. Returns one refusal or null (accepted) per permission, in the same order.
   */
  register(stored: { permission: Permission; source: Source }[]): Promise<(UploadRefusal | null)[]>;
  /** Key of the file in the store. */
  keyOf(permission: Permission): string;
  /** Discards what was sent. */
  cancel(permissions: Permission[]): Promise<void>;
}

export type UploadState = 'waiting' | 'sending' | 'registering' | 'done' | 'failed' | 'cancelled';

export interface Upload {
  id: number;
  /** Key in the store; null until the file may be sent. */
  key: string | null;
  name: string;
  /** As in UploadSource. */
  folder: string | null;
  sizeBytes: number;
  sentBytes: number;
  state: UploadState;
  /** Error message; null if nothing failed. */
  error: string | null;
  /** Whether trying again may help. */
  canRetry: boolean;
}

export interface UploadSnapshot {
  uploads: readonly Upload[];
  /** Counts the current batch without cancelled and failed files. */
  sentBytes: number;
  totalBytes: number;
  active: boolean;
  /** The connection is lost; uploads resume automatically. */
  paused: boolean;
}

export interface UploadControls {
  cancel(id: number): void;
  cancelAll(): void;
  /** Sends failed or cancelled files again. */
  retry(...ids: number[]): void;
  /** Removes finished files from the list. */
  dismiss(...ids: number[]): void;
}

export function isRefusal(answer: object): answer is { error: string } {
  return 'error' in answer;
}

/** A file in the queue. */
export interface QueueEntry<Permission, Source> {
  upload: Upload;
  source: Source;
  hasTwin: boolean;
  permission: Permission | null;
  abort: AbortController;
}
