import type { Source } from './analytics';

export interface SignUp {
  name: string;
  email: string;
  notes: string;
  source: Source;
  /** Honeypot field, which people do not see. */
  website: string;
}

/** Sends a sign-up without cookies. @throws Error with the message to show. */
export async function signUp({ notes, website, ...rest }: SignUp): Promise<void> {
  const body = { ...rest, ...(notes.trim() && { notes }), ...(website && { website }) };
  const response = await fetch('/api/mailing-list', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('Network error. Please check your connection and try again.');
  });
  const reply = (await response.json().catch(() => null)) as {
    success?: unknown;
    message?: unknown;
    error?: unknown;
  } | null;
  if (response.ok && reply?.success !== false) return;
  const said = [reply?.message, reply?.error].find((text) => typeof text === 'string' && text !== '');
  throw new Error(typeof said === 'string' ? said : reply ? 'API request failed' : 'Failed to subscribe');
}
