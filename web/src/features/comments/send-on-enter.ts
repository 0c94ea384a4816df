import type { KeyboardEvent } from 'react';

/** Enter submits the form, Shift+Enter begins a new line; a word being composed (Japanese, Chinese) ends first. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
