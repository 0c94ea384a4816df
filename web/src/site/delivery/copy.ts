/** Copies checksums and addresses by a click, and says so to screen readers, which do not read a button's new text. */
export function copyButtons(): void {
  const said = document.getElementById('said');
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    // Browsers have no clipboard on pages without TLS.
    if (!('clipboard' in navigator)) continue;
    button.hidden = false;
    const { textContent, ariaLabel } = button;
    const show = (outcome: string) => {
      const label = ariaLabel?.replace(/^Copy/, outcome) ?? outcome;
      Object.assign(button, { textContent: outcome, ariaLabel: label });
      if (said) said.textContent = label;
      setTimeout(() => Object.assign(button, { textContent, ariaLabel }), 2_000);
    };
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset.copy ?? '').then(
        () => show('Copied'),
        () => show('Not copied'),
      );
    });
  }
}
