import type { FormErrors } from '@mantine/form';
import { array, object, safeParse, string, type z, type ZodMiniType } from 'zod/mini';
import { ApiError } from './error';

const error = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code !== 'too_big') return 'This is not valid';
  return `At most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
};

/**
 * What the API would refuse in what a form is about to send, by the paths of the fields. `schema` is a generated one,
 * so that form and server say the same.
 */
export function formErrors(schema: ZodMiniType, body: unknown): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of safeParse(schema, body, { error }).error?.issues ?? [])
    errors[path.join('.')] ??= message;
  return errors;
}

const refusal = object({ fields: array(object({ field: string(), message: string() })) });

/** What the API refused, by the paths of the fields: what only the server can check. Empty for any other error. */
export function refusedFields(error: unknown): FormErrors {
  const details =
    error instanceof ApiError && error.status === 400 ? safeParse(refusal, error.details).data : undefined;
  return Object.fromEntries((details?.fields ?? []).map(({ field, message }) => [field, message]));
}
