import { useEffect } from 'react';
import { silence } from '../../lib/audio/silence';
import { player } from './player';
import { useLoadedId, usePlayer } from './use-player';

const SEEK_S = 10;

const ACTIONS: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
  play: () => player.play(),
  pause: player.pause,
  stop: player.stop,
  previoustrack: () => player.step(-1),
  nexttrack: () => player.step(1),
  seekbackward: ({ seekOffset }) => player.seek(player.position() - (seekOffset ?? SEEK_S)),
  seekforward: ({ seekOffset }) => player.seek(player.position() + (seekOffset ?? SEEK_S)),
  seekto: ({ seekTime }) => player.seek(seekTime ?? 0),
};

function setHandlers(handlers: typeof ACTIONS | null): void {
  for (const [action, handler] of Object.entries(ACTIONS)) {
    try {
      navigator.mediaSession.setActionHandler(action as MediaSessionAction, handlers && handler);
    } catch {
      // An older browser does not know the action.
    }
  }
}

interface LockScreenTexts {
  title: string;
  artist?: string;
  album?: string;
}

/** Shows what is heard on the lock screen, and lets its buttons and those of headphones control the player. */
export function useMediaSession(heard: LockScreenTexts): void {
  const isSupported = 'mediaSession' in navigator && 'MediaMetadata' in globalThis;
  const id = useLoadedId();
  const { piece, playing, blind } = usePlayer();
  const { title, artist, album } = blind ? ({ title: 'Blind comparison' } as LockScreenTexts) : heard;
  useEffect(() => {
    if (!isSupported || id === null) return;
    setHandlers(ACTIONS);
    return () => {
      setHandlers(null);
      navigator.mediaSession.metadata = null;
    };
  }, [isSupported, id]);
  useEffect(() => {
    if (isSupported) navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album });
  }, [isSupported, id, title, artist, album]);
  useEffect(() => {
    if (!isSupported || !playing) return;
    const address = URL.createObjectURL(silence());
    const element = new Audio(address);
    element.loop = true;
    // Browsers that refuse it show no media session; the music plays all the same.
    void element.play().catch(() => undefined);
    navigator.mediaSession.playbackState = 'playing';
    return () => {
      element.pause();
      URL.revokeObjectURL(address);
      navigator.mediaSession.playbackState = 'paused';
    };
  }, [isSupported, playing]);
  useEffect(() => {
    const length = piece?.analysis.durationS;
    if (!isSupported || !length) return;
    const show = () =>
      navigator.mediaSession.setPositionState({ duration: length, position: Math.min(length, player.position()) });
    show();
    return player.subscribe(show);
  }, [isSupported, piece]);
}
