import { healthLive } from '../../api';
import { type Remedy, TransferError } from './upload-types';

const RENEW = [401, 403, 404, 410];
const FORBIDDEN_HEADERS = ['content-length', 'host'];

interface Address {
  uploadUrl: string;
  method: string;
  headers: Record<string, string>;
}

/** Sends bytes of `file` to a signed address. @throws TransferError with a remedy */
export async function putBytes(
  address: Address,
  bytes: Blob,
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  onProgress(0);
  const { status, statusText, body } = await put(address, bytes, onProgress, signal);
  if (status >= 200 && status < 300) return;
  if (status === 0) throw await explainNoResponse(file, signal);
  const remedy: Remedy = RENEW.includes(status)
    ? 'renew'
    : status >= 500 || status === 408 || status === 429
      ? 'retry'
      : 'give_up';
  throw new TransferError(messageIn(body) ?? `Upload error: ${statusText || status}`, remedy);
}

interface StoreAnswer {
  /** 0 if there was no reply. */
  status: number;
  /** Empty over HTTP/2. */
  statusText: string;
  body: string;
}

/**
 * Reads the error message of the built-in store, which replies in JSON. Buckets reply in XML, which is not meant for
 * people.
 */
function messageIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : null;
  } catch {
    return null;
  }
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
function put(
  { method, uploadUrl, headers }: Address,
  bytes: Blob,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<StoreAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, bytes.size));
    request.onload = request.onerror = () => {
      const { status, statusText, responseText: body } = request;
      resolve({ status, statusText, body });
    };
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.open(method, uploadUrl);
    for (const [name, value] of Object.entries(headers)) {
      if (!FORBIDDEN_HEADERS.includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.send(bytes);
  });
}

/**
 * Finds out why there was no reply: browsers report a lost connection, an unreadable file and a broken transfer alike.
 */
async function explainNoResponse(file: File, signal: AbortSignal): Promise<TransferError> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    return new TransferError('The file was changed or moved since it was dropped; please drop it again', 'give_up');
  }
  const isReachable = await healthLive({ signal, throwOnError: true }).then(
    () => true,
    () => false,
  );
  return isReachable
    ? new TransferError('The connection to the store broke', 'retry')
    : new TransferError('Network error: Unable to connect to server', 'reconnect');
}
