/** Copies checksums and addresses by a click. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    // Browsers have no clipboard on pages without TLS.
    if (!('clipboard' in navigator)) continue;
    button.hidden = false;
    const { textContent } = button;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(button.dataset.copy ?? '').then(() => {
        button.textContent = 'Copied';
        setTimeout(() => (button.textContent = textContent), 2_000);
      });
    });
  }
}
