import { useNavigate } from 'react-router';
import { ApiError } from '../../api/error';
import { safeRedirect } from './safe-redirect';

/** Whether the sign-in needs a code from the authenticator app. */
export const isCodeNeeded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'code_needed';

/** Returns a handler that opens the code page, which then leads to `next` or to where the link points. */
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
