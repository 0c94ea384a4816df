import type { FormErrors } from '@mantine/form';

/** For the second argument of a form's `onSubmit`: leads to the first field that is wrong. */
export const focusFirstError = (form: { getInputNode(path: string): HTMLElement | null }) => (errors: FormErrors) =>
  form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
