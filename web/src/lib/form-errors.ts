import type { FormErrors } from '@mantine/form';
import { safeParse, type z, type ZodMiniType } from 'zod/mini';

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
