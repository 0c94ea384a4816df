import { StandardSchemaValidationPipe } from '@nestjs/common';
import { badRequest } from '../errors.js';

/** Parses every parameter that declares a schema; the 400 says what is wrong with which field. */
export const validationPipe = () =>
  new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const fields = issues.map((issue) => ({
        field: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
        message: issue.message,
      }));
      const first = fields[0];
      const text = first ? (first.field ? `${first.field}: ${first.message}` : first.message) : 'Invalid request';
      return badRequest('invalid', text, { fields });
    },
  });
