import type { Locator } from 'playwright-core';

/** Drags a file from the desktop over an element, or drops it there. */
export async function drag(
  target: Locator,
  type: 'dragenter' | 'dragover' | 'drop',
  name: string,
  bytes: Buffer,
): Promise<void> {
  await target.evaluate(
    (element, { type, name, base64 }) => {
      const dataTransfer = new DataTransfer();
      const sound = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([sound], name, { type: 'audio/wav' }));
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { type, name, base64: bytes.toString('base64') },
  );
}
