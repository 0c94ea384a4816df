import { type Source, track } from './analytics';
import { signUp } from './sign-up';

const isRight: Record<string, (value: string) => boolean> = {
  name: (value) => value.trim() !== '',
  email: (value) => /^\s*[^\s@]+@[^\s@]+\s*$/.test(value),
};

/** Adds behaviour to the early-access dialog. Returns a function that opens it for a button. */
export function earlyAccess(dialog: HTMLDialogElement): (source: Source) => void {
  const form = dialog.querySelector('form')!;
  const failure = dialog.querySelector<HTMLElement>('[data-failure]')!;
  const thanks = dialog.querySelector<HTMLElement>('[data-thanks]')!;
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  const fields = Object.keys(isRight).map((name) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!);
  let source: Source = 'homepage';

  function show(field: HTMLInputElement, wrong: boolean): void {
    field.toggleAttribute('data-error', wrong);
    field.setAttribute('aria-invalid', String(wrong));
    dialog.querySelector<HTMLElement>(`#${field.name}-error`)!.hidden = !wrong;
  }

  function fail(message: string): void {
    failure.textContent = message;
    failure.hidden = message === '';
  }

  async function send(): Promise<void> {
    const values = Object.fromEntries(new FormData(form)) as Record<'name' | 'email' | 'notes' | 'website', string>;
    submit.disabled = true;
    submit.setAttribute('data-loading', 'true');
    fail('');
    try {
      await signUp({ ...values, source });
      track({ name: 'signup', source });
      form.reset();
      form.hidden = true;
      thanks.hidden = false;
      thanks.querySelector('button')!.focus();
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Failed to subscribe';
      track({ name: 'error', source, label: message });
      fail(message);
    }
    submit.disabled = false;
    submit.removeAttribute('data-loading');
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !isRight[field.name]!(field.value));
    for (const field of fields) show(field, wrong.includes(field));
    if (wrong[0]) wrong[0].focus();
    else void send();
  });
  form.addEventListener('input', ({ target }) => {
    const field = fields.find((each) => each === target);
    if (field) show(field, false);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target as Element).closest('[data-close]')) dialog.close();
  });
  dialog.addEventListener('close', () => {
    form.hidden = false;
    thanks.hidden = true;
    fail('');
    for (const field of fields) show(field, false);
  });
  return (by) => {
    source = by;
    dialog.showModal();
  };
}
