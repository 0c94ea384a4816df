import { Connection } from './connection';

/** The browser's connection, shared by all queues. */
export const browserConnection = watchBrowser();

function watchBrowser(): Connection {
  const connection = new Connection();
  if (typeof window === 'undefined') return connection;
  window.addEventListener('offline', () => connection.markOffline());
  window.addEventListener('online', () => connection.markOnline());
  return connection;
}
