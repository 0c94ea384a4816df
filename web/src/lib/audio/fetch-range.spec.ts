import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { UnreachableError } from './coded-audio';
import { fetchRange } from './fetch-range';

const { signal } = new AbortController();
const read = () => fetchRange('https://studio.test/preview', 100, 108, signal);

/** Replies in this order: bytes sent, and the length that the header announces. */
function serve(...replies: { status?: number; sent: number; announced?: number }[]) {
  const fetched = jest.spyOn(globalThis, 'fetch');
  for (const { status = 206, sent, announced } of replies) {
    const headers = new Headers(announced === undefined ? [] : [['Content-Length', String(announced)]]);
    fetched.mockResolvedValueOnce(new Response(new Uint8Array(sent), { status, headers }));
  }
  return fetched;
}
const cachesOf = (fetched: ReturnType<typeof serve>) => fetched.mock.calls.map(([, options]) => options?.cache);

afterEach(() => {
  jest.restoreAllMocks();
});

describe('fetching a range', () => {
  it('asks for the range and returns its bytes', async () => {
    const fetched = serve({ sent: 8, announced: 8 });
    expect((await read()).body?.byteLength).toBe(8);
    expect(fetched.mock.calls).toEqual([
      ['https://studio.test/preview', { headers: { Range: 'bytes=100-107' }, signal, cache: 'default' }],
    ]);
  });

  it('asks again without the cache if the reply is shorter than announced', async () => {
    const fetched = serve({ sent: 3, announced: 8 }, { sent: 8, announced: 8 });
    expect((await read()).body?.byteLength).toBe(8);
    expect(cachesOf(fetched)).toEqual(['default', 'no-store']);
  });

  it('never returns a reply that stays short', async () => {
    serve({ sent: 3, announced: 8 }, { sent: 3, announced: 8 });
    await expect(read()).rejects.toThrow(UnreachableError);
  });

  it('accepts the shorter range at the end of a file, and replies without a length', async () => {
    serve({ sent: 5, announced: 5 }, { sent: 8 });
    expect((await read()).body?.byteLength).toBe(5);
    expect((await read()).body?.byteLength).toBe(8);
  });

  it('returns a refusal without a body', async () => {
    serve({ status: 404, sent: 20, announced: 20 });
    const { response, body } = await read();
    expect([response.status, body]).toEqual([404, null]);
  });

  it('reports a broken connection', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(read()).rejects.toThrow(UnreachableError);
  });
});
