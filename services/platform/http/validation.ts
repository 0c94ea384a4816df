import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { badRequest } from '../errors.js';

/** The rest of a sentence whose subject is the field; other messages are complete sentences. */
const NEEDS_SUBJECT = /^(must|is|has) /;

/** One request can have thousands of wrong fields, and no form shows them all. */
const MAX_FIELDS = 100;
const MAX_NAMES = 10;

/**
 * Parses every parameter that declares a schema; the 400 explains what is wrong with which fields. Unless a schema has a
 * message of its own, zod's messages for programmers become sentences.
 */
export const validationPipe = () => {
  z.config({ customError: sentence });
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const fields = issues.slice(0, MAX_FIELDS).map((issue) => ({
        field: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
        message: issue.message,
      }));
      const { field, message } = fields[0] ?? { field: '', message: 'The request is not valid' };
      const text = NEEDS_SUBJECT.test(message) ? `${field || 'The request'} ${message}` : message;
      return badRequest('invalid', text, { fields });
    },
  });
};

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMATS: Record<string, string> = {
  uuid: 'must be an id',
  date: 'must be a date such as 2026-01-31',
  datetime: 'must be a time such as 2026-01-31T12:00:00Z',
};

const UNITS: Record<string, string> = { string: 'characters', array: 'entries' };

/** Undefined keeps zod's message. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is missing'
        : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong form';
    case 'too_small': {
      const unit = UNITS[issue.origin];
      if (unit) return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} ${unit}`;
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    }
    case 'too_big': {
      const unit = UNITS[issue.origin];
      if (unit) return `must have at most ${issue.maximum} ${unit}`;
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
    }
    case 'unrecognized_keys':
      return `must not have ${issue.keys.slice(0, MAX_NAMES).join(', ')}`;
    default:
      return undefined;
  }
}
