import { Line } from './line';

/** The one connection of this browser, for every queue. */
export const browserLine = watched();

function watched(): Line {
  const line = new Line();
  if (typeof window === 'undefined') return line;
  window.addEventListener('offline', () => line.lose());
  window.addEventListener('online', () => line.restore());
  return line;
}
