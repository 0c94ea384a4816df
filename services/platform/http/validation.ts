import { StandardSchemaValidationPipe } from '@nestjs/common';
import { badRequest } from '../errors.js';

/** zod's own messages say nothing without their field; those written for people stand alone. */
const NEEDS_FIELD = /^(Invalid (input|option|string|UUID|ISO|key)|Too (small|big)|Unrecognized|must )/;

/** Parses every parameter that declares a schema; the 400 says what is wrong with which field. */
export const validationPipe = () =>
  new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const fields = issues.map((issue) => ({
        field: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
        message: issue.message,
      }));
      const first = fields[0];
      const text = first ? (first.field && NEEDS_FIELD.test(first.message) ? `${first.field}: ${first.message}` : first.message) : 'Invalid request';
      return badRequest('invalid', text, { fields });
    },
  });
