import type { FormErrors } from '@mantine/form';
import { array, object, safeParse, string, type z, type ZodMiniType } from 'zod/mini';
import { ApiError } from '../../api/error';

const error = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code !== 'too_big') return 'This is not valid';
  return `At most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
};

/**
 * Validates form values with the schema that the API uses, and returns problems by field path. `schema` is generated,
 * so form and server agree.
 */
export function formErrors(schema: ZodMiniType, body: unknown): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of safeParse(schema, body, { error }).error?.issues ?? [])
    errors[path.join('.')] ??= message;
  return errors;
}

const refusal = object({ fields: array(object({ field: string(), message: string() })) });

/** Problems that only the server could find, by field path; empty for other errors. */
export function refusedFields(error: unknown): FormErrors {
  const details =
    error instanceof ApiError && error.status === 400 ? safeParse(refusal, error.details).data : undefined;
  return Object.fromEntries((details?.fields ?? []).map(({ field, message }) => [field, message]));
}
