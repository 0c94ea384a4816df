import type { FormErrors } from '@mantine/form';

/** Second argument of a form's `onSubmit`: focuses the first invalid field. */
export const focusFirstError = (form: { getInputNode(path: string): HTMLElement | null }) => (errors: FormErrors) =>
  form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
