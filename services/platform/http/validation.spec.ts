import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fileTypes } from '../domain-words.js';
import { AppError } from '../errors.js';
import { id, line, time } from './fields.js';
import { validationPipe } from './validation.js';

const schema = z
  .strictObject({
    projectId: id,
    title: line(5, 1),
    amount: z.number().positive('The amount must be more than 0').max(9),
    count: z.number().int().min(2),
    type: z.enum(fileTypes),
    role: z.literal('client'),
    days: z.array(z.number().lt(60)).min(2).max(3),
    at: time,
    on: z.iso.date(),
    paused: z.boolean(),
  })
  .partial();

const refusal = async (body: unknown): Promise<{ message: string; details: unknown }> => {
  const error: unknown = await validationPipe()
    .transform(body, { type: 'body', schema })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

describe('messages for an invalid request', () => {
  it.each([
    [null, 'The request is missing'],
    [[], 'The request must be an object'],
    [{ card: 1, cvv: 2 }, 'The request must not have card, cvv'],
    [{ projectId: '7' }, 'projectId must be an id'],
    [{ title: null }, 'title is missing'],
    [{ title: ' ' }, 'title must not be empty'],
    [{ title: '123456' }, 'title must have at most 5 characters'],
    [{ title: 'a\u0007' }, 'title must not contain control characters'],
    [{ amount: '1' }, 'amount must be a number'],
    [{ amount: 0 }, 'The amount must be more than 0'],
    [{ amount: 10 }, 'amount must be at most 9'],
    [{ count: 1.5 }, 'count must be a whole number'],
    [{ count: 1 }, 'count must be at least 2'],
    [{ type: 'mix' }, 'type must be one of upload, master, variation, revision'],
    [{ role: 'engineer' }, 'role must be client'],
    [{ days: [1] }, 'days must have at least 2 entries'],
    [{ days: [1, 2, 3, 4] }, 'days must have at most 3 entries'],
    [{ days: [1, 60] }, 'days.1 must be less than 60'],
    [{ at: 'noon' }, 'at must be a time such as 2026-01-31T12:00:00Z'],
    [{ on: '31.1.' }, 'on must be a date such as 2026-01-31'],
    [{ paused: 'no' }, 'paused must be true or false'],
  ])('%j: %s', async (body, message) => {
    expect((await refusal(body)).message).toBe(message);
  });

  it('names some of very many fields', async () => {
    const wrong = await refusal({ days: [], ...Object.fromEntries(Array.from({ length: 50 }, (_, key) => [key, 1])) });
    expect(wrong.message.length + JSON.stringify(wrong.details).length).toBeLessThan(500);
    const many = z.object({ titles: z.array(line(5)) });
    const error = await validationPipe()
      .transform({ titles: Array<number>(5_000).fill(1) }, { type: 'body', schema: many })
      .catch((thrown: unknown) => thrown);
    expect((error as AppError).details).toEqual({
      fields: Array.from({ length: 100 }, (_, at) => ({ field: `titles.${at}`, message: 'must be text' })),
    });
  });

  it('names every field', async () => {
    const { details } = await refusal({ title: '', paused: 1 });
    expect(details).toEqual({
      fields: [
        { field: 'title', message: 'must not be empty' },
        { field: 'paused', message: 'must be true or false' },
      ],
    });
  });
});
