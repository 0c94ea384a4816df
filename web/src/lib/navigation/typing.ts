/** Whether a key belongs to a field. A checkbox uses only Space. */
export const isTyping = ({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"])') ||
    (key === ' ' && target.matches('input')));

/** Whether a dialog or a menu is open, which has the keyboard. */
export const isInDialog = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;
