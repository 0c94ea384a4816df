import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DiskStorage } from './disk.js';
import { checkLength, discardRest, whileArriving } from './receive-object.js';
import { sendObject } from './send-object.js';
import type { Grant } from './signed-url.js';
import { StorageError, type StorageErrorCode } from './storage.js';

const STATUS: Record<StorageErrorCode, number> = {
  not_found: 404,
  too_large: 413,
  size_mismatch: 400,
  bad_key: 400,
  bad_range: 400,
  full: 507,
  unavailable: 503,
  invalid_signature: 403,
  expired: 403,
};

export interface DiskHandlerOptions {
  /** Receives errors that are not the client's fault. */
  onError: (error: unknown) => void;
  /**
   * Whether an upload under that key is still expected: a signed address ends with its file. By default every upload
   * is.
   */
  isExpected?: (key: string) => Promise<boolean>;
  /** How long a body may stall. */
  windowMs?: number;
}

/**
 * The handler behind the signed URLs of a DiskStorage, for public mounting at /storage: PUT streams to the disk, GET and
 * HEAD answer as sendObject does. It never rejects.
 */
export function createDiskHandler(
  storage: DiskStorage,
  { onError, isExpected, windowMs }: DiskHandlerOptions,
): (req: IncomingMessage & { originalUrl?: string }, res: ServerResponse) => Promise<void> {
  return async (req, res) => {
    try {
      const grant = storage.signer.verify(req.method, req.originalUrl ?? req.url ?? '');
      if (req.method === 'PUT') {
        // The parts of an upload end with the upload itself.
        if (!grant.params.has('upload')) await assertExpected(storage, grant.key, isExpected);
        await receive(req, res, storage, grant, windowMs);
      } else await send(req, res, storage, grant);
    } catch (error) {
      if (req.destroyed && !req.complete) return;
      if (!(error instanceof StorageError) || STATUS[error.code] >= 500) onError(error);
      refuse(req, res, error);
    }
  };
}

/** A body that is sent again after its object was stored is harmless; one whose file was deleted is refused. */
async function assertExpected(
  storage: DiskStorage,
  key: string,
  isExpected?: DiskHandlerOptions['isExpected'],
): Promise<void> {
  if (!isExpected || (await storage.head(key)) || (await isExpected(key))) return;
  throw new StorageError('expired', 'The file of this address was removed');
}

async function receive(
  req: IncomingMessage,
  res: ServerResponse,
  storage: DiskStorage,
  { key, params }: Grant,
  windowMs?: number,
): Promise<void> {
  const sizeBytes = Number(params.get('size'));
  const uploadId = params.get('upload');
  checkLength(req, { sizeBytes });
  if (uploadId !== null) {
    const part = { uploadId, partNumber: Number(params.get('part')), offset: Number(params.get('offset')), sizeBytes };
    await whileArriving(req, () => storage.writePart(part, req), windowMs);
  } else {
    const contentType = params.get('type') ?? '';
    if (req.headers['content-type'] !== contentType) {
      throw new StorageError('invalid_signature', `This link takes ${contentType}, not ${req.headers['content-type']}`);
    }
    await whileArriving(req, () => storage.receive(key, req, sizeBytes), windowMs);
  }
  res.writeHead(200, { 'Content-Length': 0 }).end();
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  storage: DiskStorage,
  { key, params }: Grant,
): Promise<void> {
  await sendObject(req, res, storage, key, {
    fileName: params.get('name') ?? '',
    contentType: params.get('type') ?? '',
    inline: params.has('inline'),
  });
}

function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const code = error instanceof StorageError ? error.code : 'unavailable';
  const message = error instanceof StorageError ? error.message : 'The storage failed';
  const status = STATUS[code];
  const body = JSON.stringify({
    success: false,
    error: message,
    message,
    status,
    code,
    details: null,
    requestId: null,
  });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(status >= 500 && { 'Retry-After': code === 'full' ? 60 : 5 }),
  };
  res.writeHead(status, { ...headers, ...(req.complete ? {} : { Connection: 'close' }) });
  res.end(req.method === 'HEAD' ? '' : body);
  if (!req.complete) discardRest(req);
}
