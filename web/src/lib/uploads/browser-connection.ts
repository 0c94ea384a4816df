import { Connection } from './connection';

/** The one connection of this browser, for every queue. */
export const browserConnection = watchBrowser();

function watchBrowser(): Connection {
  const connection = new Connection();
  if (typeof window === 'undefined') return connection;
  window.addEventListener('offline', () => connection.markOffline());
  window.addEventListener('online', () => connection.markOnline());
  return connection;
}
