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
 * What helps after a failed attempt: `reconnect`, to wait for the connection; `retry`, the same again; `renew`, a fresh permission;
 * `user_action`, something that a person has to do first; `give_up`, nothing.
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

/** How far a file has come: `keptBytes` of the `sentBytes` need not be sent again after a failure. */
export type OnProgress = (sentBytes: number, keptBytes: number) => void;

export interface UploadRefusal {
  error: string;
  /** Whether sending the file again may help. */
  canRetry: boolean;
}

/** How files get to the store; `Permission` is the permission to send one, `Source` a file with what is said of it. */
export interface UploadTransport<Permission, Source extends UploadSource = UploadSource> {
  /** One permission or refusal per source, in the same order. A file known to have a twin in the queue is never resumed. */
  permissions(sources: (Source & { hasTwin: boolean })[]): Promise<(Permission | { error: string })[]>;
  /** Resolves when the store has the whole file. */
  send(permission: Permission, file: File, onProgress: OnProgress, signal: AbortSignal): Promise<void>;
  /** Makes stored files known to the project; a refusal or null (accepted) per permission, in the same order. */
  register(stored: { permission: Permission; source: Source }[]): Promise<(UploadRefusal | null)[]>;
  /** What the store calls the file. */
  keyOf(permission: Permission): string;
  /** Tells the store to forget what was sent. */
  cancel(permissions: Permission[]): Promise<void>;
}

export type UploadState = 'waiting' | 'sending' | 'registering' | 'done' | 'failed' | 'cancelled';

export interface Upload {
  id: number;
  /** What the store calls it; null before it may be sent. */
  key: string | null;
  name: string;
  /** As in UploadSource. */
  folder: string | null;
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
  /** Of the current batch, cancelled and failed files left out. */
  sentBytes: number;
  totalBytes: number;
  active: boolean;
  /** The line is lost; everything goes on by itself when it is back. */
  paused: boolean;
}

export interface UploadControls {
  cancel(id: number): void;
  cancelAll(): void;
  /** Sends failed or cancelled files again. */
  retry(...ids: number[]): void;
  /** Forgets files that are over. */
  dismiss(...ids: number[]): void;
}

export function isRefusal(answer: object): answer is { error: string } {
  return 'error' in answer;
}
