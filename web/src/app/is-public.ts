import { createContext, useContext } from 'react';
import { useMatches } from 'react-router';

/**
 * Whether the shell of the single-page app is being rendered, which the build does at the address of the landing page.
 */
export const RendersShell = createContext(false);

/** Whether a page of the public site is shown; such pages declare it in their `handle`. */
export function useIsPublic(): boolean {
  const rendersShell = useContext(RendersShell);
  const matches = useMatches();
  return !rendersShell && matches.some(({ handle }) => (handle as { public?: boolean } | undefined)?.public === true);
}
