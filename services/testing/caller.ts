/** The answer of a call; `data`, `error` and others are null if the reply lacks them. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  /** The reply's parsed JSON, or null if it was not JSON. */
  json: unknown;
  data: T;
  nextCursor: string | null;
  code: string | null;
  message: string | null;
  details: unknown;
}

/** Calls the API over HTTP. */
export class Caller {
  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
  ) {}

  /** The same caller with further headers. */
  with(headers: Record<string, string>): Caller {
    return new Caller(this.url, { ...this.headers, ...headers });
  }

  get<T = any>(path: string): Promise<Answer<T>> {
    return this.call('GET', path);
  }

  post<T = any>(path: string, body: unknown = {}): Promise<Answer<T>> {
    return this.call('POST', path, body);
  }

  put<T = any>(path: string, body: unknown = {}): Promise<Answer<T>> {
    return this.call('PUT', path, body);
  }

  delete<T = any>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.call('DELETE', path, body);
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await this.fetch(path, { ...init, method });
    const json = (await response.json().catch(() => null)) as Partial<Answer<T>> | null;
    return {
      status: response.status,
      headers: response.headers,
      json,
      data: (json?.data ?? null) as T,
      nextCursor: json?.nextCursor ?? null,
      code: json?.code ?? null,
      message: json?.message ?? null,
      details: json?.details ?? null,
    };
  }

  /** A call whose request or answer is not JSON. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.url), {
      redirect: 'manual',
      ...init,
      headers: { ...this.headers, ...(init.headers as Record<string, string> | undefined) },
    });
  }
}
