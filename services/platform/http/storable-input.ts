import type { NextFunction, Request, Response } from 'express';
import { badRequest } from '../errors.js';
import { isStorable } from '../text.js';

/** NUL in an address; an encoded half of a surrogate pair is not UTF-8, which decoders refuse or replace. */
const ENCODED_NUL = /%00/;
const PROBLEM = 'must be valid Unicode text without NUL characters';

/** Refuses requests with texts that PostgreSQL cannot store, in the address or anywhere in a parsed body. */
export function refuseUnstorableInput(request: Request, _response: Response, next: NextFunction): void {
  if (ENCODED_NUL.test(request.url)) throw badRequest('invalid', `The address ${PROBLEM}`);
  const field = unstorableField(request.body);
  if (field !== null) {
    throw badRequest('invalid', `${field || 'The request'} ${PROBLEM}`, { fields: [{ field, message: PROBLEM }] });
  }
  next();
}

/**
 * Path of the first text, or name of a field, in a parsed body that cannot be stored, null if there is none. It does
 * not recurse, because 1 MB of brackets is deeper than the stack.
 */
export function unstorableField(body: unknown): string | null {
  const open: { value: unknown; path: Path | null }[] = [{ value: body, path: null }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return named(path);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, part] of Object.entries(value)) {
      const at = { key, parent: path };
      if (!isStorable(key)) return named(at);
      open.push({ value: part, path: at });
    }
  }
  return null;
}

interface Path {
  key: string;
  parent: Path | null;
}

function named(path: Path | null): string {
  const keys: string[] = [];
  for (let at = path; at; at = at.parent) keys.unshift(at.key);
  return keys.slice(0, 20).join('.').slice(0, 300);
}
