import { useNavigate } from 'react-router';
import { ApiError } from '../lib/error';
import { safeRedirect } from '../lib/safe-redirect';

/** Whether a way in wants a code from the authenticator app first. */
export const isCodeNeeded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'code_needed';

/** Leads on to where the code is entered, and from there to `next` or to where the server says that the link leads. */
export function useCodeNeeded(next?: string): (error: unknown) => void {
  const navigate = useNavigate();
  return (error) => {
    if (!isCodeNeeded(error)) return;
    const said = (error.details as { next?: string | null } | null)?.next ?? null;
    void navigate(`/sign-in/code?${new URLSearchParams({ next: next ?? safeRedirect(said) ?? '/app' })}`, {
      replace: true,
    });
  };
}
