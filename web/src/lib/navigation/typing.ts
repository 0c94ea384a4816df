/** Whether a key belongs to a field. */
export const isTyping = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether a dialog or a menu is open, which has the keyboard. */
export const isInDialog = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;
