import type { KeyboardEvent } from 'react';

/**
 * Enter submits the form and Shift+Enter inserts a line break. Enter that ends an input-method composition (Japanese,
 * Chinese) does neither.
 */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
