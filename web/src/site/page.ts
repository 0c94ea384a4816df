import { type Source, track } from './analytics';
import { earlyAccess } from './early-access-form';

const dialog = document.querySelector<HTMLDialogElement>('#early-access');
const open = dialog && earlyAccess(dialog);

// The page was rendered at build time, so the year must be updated.
document.querySelector('[data-current-year]')!.textContent = String(new Date().getFullYear());

document.addEventListener('click', ({ target }) => {
  const within = (selector: string) => (target as Element).closest<HTMLElement>(selector);
  const button = within('button[data-source]');
  if (button) {
    const source = button.dataset.source as Source;
    track({ name: 'cta_click', source, label: button.innerText });
    track({ name: 'modal_open', source });
    open?.(source);
  }
  const href = within('a')?.getAttribute('href');
  if (href?.startsWith('/')) track({ name: 'navigation_click', label: href });
  if (href?.startsWith('mailto:')) track({ name: 'external_link_click', label: 'mailto' });
});
