import { type NextFunction, raw, type Request, type RequestHandler, type Response } from 'express';
import { AppError, badRequest, unauthenticated } from '../errors.js';
import { BodyRoom, type RoomLimits } from './body-room.js';
import { callerAddress } from './caller-address.js';
import { jsonSize } from './json-size.js';

const MB = 1024 ** 2;
const WAITING = { waiting: 256, waitingPerCaller: 32 };

export interface JsonLimits {
  maxBytes: number;
  /** An album's 27,000 ids fill a megabyte. */
  maxValues: number;
  maxDepth: number;
  /** Only people who are signed in may send more. */
  strangersBytes: number;
  strangersValues: number;
  /** Room for large bodies from the moment that they are announced. */
  arriving: RoomLimits;
  /** Room for parsed bodies of people. */
  parsed: RoomLimits;
  parsedOfStrangers: RoomLimits;
}

const LIMITS: JsonLimits = {
  maxBytes: MB,
  maxValues: 30_000,
  maxDepth: 32,
  strangersBytes: 64 * 1024,
  strangersValues: 2_000,
  // Longer than `cutSlowBodies` lets a body arrive.
  arriving: { bytes: 64 * MB, bytesPerCaller: 4 * MB, ...WAITING, patienceMs: 40_000 },
  parsed: { bytes: 24 * MB, bytesPerCaller: 6 * MB, ...WAITING, patienceMs: 20_000 },
  parsedOfStrangers: { bytes: 8 * MB, bytesPerCaller: 2 * MB, ...WAITING, patienceMs: 20_000 },
};

/** Memory that a small object or a long number takes after parsing, whatever its length in JSON. */
const BYTES_PER_VALUE = 128;
/** Smaller bodies do not wait, whoever else sends large ones. */
const LIGHT_BYTES = 64 * 1024;

/**
 * Reads bodies of JSON. Only a few large ones arrive at once, and only a few are in memory as objects. A body takes the
 * room of its objects after it has arrived, so people who send slowly only delay themselves.
 */
export class JsonBodies {
  private readonly arriving: BodyRoom;
  private readonly parsed: BodyRoom;
  private readonly parsedOfStrangers: BodyRoom;
  private readonly small: RequestHandler;
  private readonly large: RequestHandler;
  private readonly admitted = new WeakSet<Request>();

  /** `personOf` returns the id of the person who is signed in. */
  constructor(
    private readonly personOf: (request: Request) => Promise<string | null>,
    private readonly limits = LIMITS,
  ) {
    this.arriving = new BodyRoom(limits.arriving);
    this.parsed = new BodyRoom(limits.parsed);
    this.parsedOfStrangers = new BodyRoom(limits.parsedOfStrangers);
    // A compressed body can be a thousand times as long as it says.
    this.small = raw({ type: 'json', inflate: false, limit: limits.strangersBytes });
    this.large = raw({ type: 'json', inflate: false, limit: limits.maxBytes });
  }

  /** Middleware that keeps large bodies out until there is room for them, before a byte is read. */
  readonly admit = (request: Request, response: Response, next: NextFunction): void => {
    if (request.is('json')) this.admitJson(request, response).then(() => next(), next);
    else next();
  };

  /** Middleware that sets the request's `body`. */
  readonly read = (request: Request, response: Response, next: NextFunction): void => {
    const receive = this.admitted.has(request) ? this.large : this.small;
    receive(request, response, (error?: unknown) => {
      if (error !== undefined) next(error);
      else if (Buffer.isBuffer(request.body)) this.parse(request, response, request.body).then(() => next(), next);
      else next();
    });
  };

  private async admitJson(request: Request, response: Response): Promise<void> {
    const { maxBytes, strangersBytes } = this.limits;
    const length = request.headers['content-length'];
    const sizeBytes = Number(length ?? maxBytes);
    if (sizeBytes <= strangersBytes) return;
    if (sizeBytes > maxBytes) throw tooLarge();
    const person = await this.personOf(request);
    if (person) {
      keepUntilAnswered(response, await this.arriving.take(person, sizeBytes, request));
      this.admitted.add(request);
    } else if (length !== undefined) {
      throw unauthenticated();
    }
  }

  private async parse(request: Request, response: Response, bytes: Buffer): Promise<void> {
    const { maxValues, maxDepth, strangersValues } = this.limits;
    const { values, depth } = jsonSize(bytes);
    if (depth > maxDepth) throw badRequest('invalid', 'The request is nested too deeply');
    if (values > maxValues) throw tooLarge();
    const weight = bytes.length + values * BYTES_PER_VALUE;
    if (weight > LIGHT_BYTES) {
      const person = await this.personOf(request);
      if (!person && values > strangersValues) throw unauthenticated();
      const leave = person
        ? await this.parsed.take(person, weight, response)
        : await this.parsedOfStrangers.take(callerAddress(request), weight, response);
      keepUntilAnswered(response, leave);
    }
    request.body = parseUtf8(request, bytes);
  }
}

/** Gives room back when the answer is made, because its reader may be slow, or when the caller has gone. */
function keepUntilAnswered(response: Response, leave: () => void): void {
  const end = () => {
    response.req.body = undefined;
    leave();
  };
  if (response.destroyed) end();
  else for (const over of ['prefinish', 'close']) response.once(over, end);
}

function parseUtf8(request: Request, bytes: Buffer): unknown {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new AppError(415, 'unsupported_media_type', 'The request must be UTF-8');
  if (bytes.length === 0) return {};
  const body = parsedOf(bytes);
  if (typeof body !== 'object' || body === null) throw unreadable();
  return body;
}

function parsedOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw unreadable();
  }
}

const unreadable = () => badRequest('bad_request', 'The request could not be read');
const tooLarge = () => new AppError(413, 'too_large', 'The request is too large');
