import { filesListening, stagingListening } from '../../api';
import { ApiError } from '../../api/error';
import { beginAttempt, readBody } from '../../lib/attempt';
import { type Source, UnavailableError, UnreachableError } from '../../lib/audio/coded-audio';
import { fetchRange } from '../../lib/audio/fetch-range';
import type { Piece } from './player-state';
import { keyOf, type Quality } from './quality';

/** A reply without new bytes for this long is requested again. */
const STALLED_MS = 10_000;
/** Signed addresses are renewed this long before they expire. */
const MARGIN_MS = 60_000;

interface Address {
  url: string;
  expiresAt: number;
}

/** Statuses after which the same request may succeed later; 0 means no reply. A 500 is a bug, not an outage. */
const TEMPORARY_STATUSES = new Set([0, 408, 429, 502, 503, 504, 507]);
const isTemporary = (status: number): boolean => TEMPORARY_STATUSES.has(status);

type SourcePiece = Pick<Piece, 'id' | 'projectId' | 'staged' | 'soundUrl'>;

const addressesOf = ({ id, projectId, staged = false }: SourcePiece) =>
  staged
    ? stagingListening({ path: { projectId, fileId: id }, throwOnError: true })
    : filesListening({ path: { id }, throwOnError: true });

async function ask(piece: SourcePiece, quality: Quality): Promise<Address> {
  try {
    const { data } = await addressesOf(piece);
    const { expiresAt, [quality]: address } = data.data;
    if (!address) throw new UnavailableError('No permission to listen');
    return { url: address.url, expiresAt: Date.parse(expiresAt) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw isTemporary(error.status) ? new UnreachableError(error.message) : new UnavailableError(error.message);
  }
}

/** The sources of files that were read, because each knows its signed address and its size. */
export class Sources {
  private readonly known = new Map<string, Source>();

  of(piece: SourcePiece, quality: Quality): Source {
    const key = keyOf({ id: piece.id, quality });
    const source = this.known.get(key) ?? soundSource(piece, quality);
    this.known.set(key, source);
    return source;
  }

  clear(): void {
    this.known.clear();
  }
}

/** Reads ranges of a file's audio from a signed address, which is renewed before it expires, or from a fixed one. */
function soundSource(piece: SourcePiece, quality: Quality): Source {
  let known: Promise<Address> | null = null;
  let size: number | null = null;
  async function address(): Promise<Address> {
    if (piece.soundUrl) return { url: piece.soundUrl, expiresAt: Infinity };
    const found = await known?.catch(() => null);
    if (found && found.expiresAt - MARGIN_MS > Date.now()) return found;
    known = ask(piece, quality);
    return known;
  }
  return {
    async read(from, to, aborted) {
      const attempt = beginAttempt(STALLED_MS, () => new UnreachableError('No bytes arrive'), aborted);
      const request = async () =>
        fetchRange((await address()).url, from, to, attempt.signal, (reply) => readBody(reply, attempt.progressed));
      try {
        let { response, body } = await request();
        if (response.status >= 400 && response.status < 500) {
          known = null;
          ({ response, body } = await request());
        }
        if (body) {
          size ??= sizeIn(response.headers.get('Content-Range'));
          return body;
        }
        if (isTemporary(response.status)) throw new UnreachableError(`API error: ${response.status}`);
        if (response.status === 404 || response.status === 410) throw new UnavailableError('The sound is gone');
        throw new ApiError(`API error: ${response.status}`, response.status);
      } finally {
        attempt.end();
      }
    },
    sizeBytes: () => size,
  };
}

/** 'bytes 0-4095/123456' */
function sizeIn(range: string | null): number | null {
  const total = Number(range?.split('/')[1]);
  return Number.isInteger(total) && total > 0 ? total : null;
}
