import { useEffect } from 'react';
import { player } from './player';
import { useLoadedId, usePlayer } from './use-player';

const SEEK_S = 10;

/**
 * A second of silence as WAV: 8 kHz, 8 bits, mono. Browsers show a media session only while a media element plays, and our
 * sound comes from an AudioContext.
 */
function silence(): Blob {
  const samples = 8000;
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) => [...word].forEach((c, i) => header.setUint8(at + i, c.charCodeAt(0)));
  text(0, 'RIFF');
  header.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, 8000, true);
  header.setUint32(28, 8000, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  text(36, 'data');
  header.setUint32(40, samples, true);
  return new Blob([header, new Uint8Array(samples).fill(128)], { type: 'audio/wav' });
}

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

/** Shows the playing track on the lock screen, and lets its buttons and those of headphones control the player. */
export function useMediaSession(): void {
  const isSupported = 'mediaSession' in navigator && 'MediaMetadata' in globalThis;
  const id = useLoadedId();
  const { piece, playing, blind } = usePlayer();
  const title = blind ? 'Blind comparison' : (piece?.track_title ?? piece?.fileName);
  useEffect(() => {
    if (!isSupported || id === null) return;
    setHandlers(ACTIONS);
    return () => {
      setHandlers(null);
      navigator.mediaSession.metadata = null;
    };
  }, [isSupported, id]);
  useEffect(() => {
    if (isSupported && title) navigator.mediaSession.metadata = new MediaMetadata({ title });
  }, [isSupported, title]);
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
