import { silence } from '../../lib/audio/silence';
import type { AlbumPlayer } from './album-player';

const SEEK_S = 10;

/** Shows the playing track on the lock screen, and lets its buttons and those of headphones control the player. */
export function mediaSession(player: AlbumPlayer): { show: () => void } {
  if (!('mediaSession' in navigator) || !('MediaMetadata' in window)) return { show: () => undefined };
  const { mediaSession: session } = navigator;
  const actions: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.pause(),
    previoustrack: () => player.step(-1),
    nexttrack: () => player.step(1),
    seekbackward: ({ seekOffset }) => player.seek(player.position - (seekOffset ?? SEEK_S)),
    seekforward: ({ seekOffset }) => player.seek(player.position + (seekOffset ?? SEEK_S)),
    seekto: ({ seekTime }) => player.seek(seekTime ?? 0),
  };
  for (const [action, handler] of Object.entries(actions)) {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // An older browser does not know the action.
    }
  }
  const { artist = '', album = '', cover } = document.querySelector<HTMLElement>('main')!.dataset;
  const artwork = cover ? [{ src: cover }] : [];
  let element: HTMLAudioElement | null = null;
  let shown: string | null = null;
  return {
    show() {
      const { track, playing, position, duration } = player;
      if (track && track.id !== shown)
        session.metadata = new MediaMetadata({ title: track.title, artist, album, artwork });
      shown = track?.id ?? null;
      if (playing && !element) {
        element = new Audio(URL.createObjectURL(silence()));
        element.loop = true;
      }
      // Browsers that refuse it show no media session; the music plays all the same.
      if (playing) void element?.play().catch(() => undefined);
      else element?.pause();
      session.playbackState = playing ? 'playing' : 'paused';
      if (duration) session.setPositionState({ duration, position: Math.min(duration, position) });
    },
  };
}
