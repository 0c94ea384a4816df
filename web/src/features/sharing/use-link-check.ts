import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/error';

/** A link that is ended while someone listens stops within this time, also if the song is loaded already. */
const CHECK_MS = 20_000;
/** A password is needed now, the file was replaced, or the link has ended. */
const REFUSED = [403, 404, 410];

export const isRefusal = (error: unknown): boolean => error instanceof ApiError && REFUSED.includes(error.status);

/** Asks from time to time whether the sound of a link may still be heard. A lost line says nothing about that. */
export function useLinkCheck(soundUrl: string | undefined, onRefused: () => void): void {
  const check = useEffectEvent(async () => {
    if (!soundUrl) return;
    const reply = await fetch(soundUrl, { method: 'HEAD' }).catch(() => undefined);
    if (reply && REFUSED.includes(reply.status)) onRefused();
  });
  useEffect(() => {
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
}
