import { lazy, Suspense } from 'react';
import { useIdle } from '../../lib/use-idle';

const PlayerBar = lazy(() => import('./player-bar'));

/** Nothing plays before a page of tracks has been opened: the first screen does not wait for it. */
export function Player({ onHeight }: { onHeight: (pixels: number) => void }) {
  const isIdle = useIdle();
  return <Suspense>{isIdle && <PlayerBar onHeight={onHeight} />}</Suspense>;
}
