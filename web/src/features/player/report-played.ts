import { useEffect } from 'react';
import { filesPlayed } from '../../api';
import { useSession } from '../../api/session';
import { player } from './player';

const REPORT_S = 10;
/** The server takes no longer reports. A tab that slept may have missed its timers. */
const MAX_S = 60;

/** Sends a report, also while the page ends. A lost one is not worth a message. */
function report(id: string, seconds: number): void {
  void filesPlayed({ path: { id }, body: { seconds: Math.min(MAX_S, seconds) }, keepalive: true });
}

/** Counts the seconds that are audible, by file, and passes them to `send`. Returns a function that stops it. */
function countPlayed(send: (fileId: string, seconds: number) => void): () => void {
  let fileId: string | null = null;
  let played = 0;
  /** When the audible stretch began that is not in `played` yet; null in silence. */
  let since: number | null = null;
  const add = () => {
    if (since === null) return;
    const now = performance.now();
    played += (now - since) / 1000;
    since = now;
  };
  const flush = () => {
    add();
    if (fileId !== null && played >= 1) {
      send(fileId, played);
      played = 0;
    }
  };
  const follow = () => {
    const { piece, playing, waiting, stalled } = player.getState();
    if ((piece?.id ?? null) !== fileId) {
      flush();
      [fileId, played, since] = [piece?.id ?? null, 0, null];
    }
    const isAudible = playing && !waiting && !stalled;
    if (isAudible) since ??= performance.now();
    else if (since !== null) {
      flush();
      since = null;
    }
  };
  const stopFollowing = player.subscribe(follow);
  const timer = setInterval(flush, REPORT_S * 1000);
  const onHide = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', onHide);
  follow();
  return () => {
    flush();
    stopFollowing();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHide);
  };
}

/** Reports what a client hears, so that everyone sees what is new to them. */
export function useReportPlayed(): void {
  const isClient = useSession().user.role === 'client';
  useEffect(() => (isClient ? countPlayed(report) : undefined), [isClient]);
}
