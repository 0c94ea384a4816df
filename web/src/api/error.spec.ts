import { describe, expect, it } from '@jest/globals';
import { ApiError, explain, messageOf, toApiError } from './error';

const reply = (status: number, statusText = '') => new Response(null, { status, statusText });

describe('toApiError', () => {
  it('uses the error text, code and details of the reply', () => {
    const body = { success: false, error: 'Slot is taken', code: 'slot_taken', details: { slot: 1 } };
    expect(toApiError(body, reply(409))).toMatchObject({
      message: 'Slot is taken',
      status: 409,
      code: 'slot_taken',
      details: { slot: 1 },
    });
  });

  it('shows status and reason when the reply has no error text', () => {
    expect(toApiError('<html>', reply(502, 'Bad Gateway')).message).toBe('API error: 502 Bad Gateway');
  });

  it('reports a successful status with an unreadable reply', () => {
    expect(toApiError(new SyntaxError('bad json'), reply(200)).message).toBe('API request failed');
  });

  it('reports a network error when there is no reply', () => {
    expect(toApiError(new TypeError('fetch failed'), undefined)).toMatchObject({
      message: 'Network error: Unable to connect to server',
      status: 0,
    });
  });
});

describe('messageOf', () => {
  it("shows the server's message for client errors and the fallback for server errors", () => {
    expect(messageOf(new ApiError('Title is required', 400), 'Failed to create track')).toBe('Title is required');
    expect(messageOf(new ApiError('Something went wrong on our side', 500), 'Failed to create track')).toBe(
      'Failed to create track',
    );
    expect(messageOf(new Error('x'), 'Failed to create track')).toBe('Failed to create track');
  });
});

describe('explain', () => {
  it('blames the server only for its own answers', () => {
    expect(explain(new ApiError('API error: 502', 502))).toEqual({
      message: 'The server did not answer as expected. Nothing was lost; please try again.',
      ofPage: false,
    });
    expect(explain(toApiError(null, undefined))).toEqual({
      message: 'Network error: Unable to connect to server',
      ofPage: false,
    });
    for (const error of [new TypeError('Map.groupBy is not a function'), new Error('There is no session'), null]) {
      const { message, ofPage } = explain(error);
      expect(message).toMatch(/^This page failed in your browser, not on the server\./);
      expect(ofPage).toBe(true);
    }
  });

  it.each([
    'Failed to fetch dynamically imported module: https://studio.test/assets/app.js',
    'error loading dynamically imported module: https://studio.test/assets/app.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/app.css',
  ])('recognizes a part that could not be loaded by %j', (text) => {
    expect(explain(new TypeError(text)).message).toMatch(/^Part of the page could not be loaded\./);
  });
});
