import { useEffect, useSyncExternalStore } from 'react';
import { imagePlayer, type ImageState, NO_IMAGE } from './image-player';

const nothing = () => () => undefined;

/** The state of the player for one image; another image that plays counts as paused. Leaving the page pauses it. */
export function useImage(url: string | null): ImageState {
  const state = useSyncExternalStore(
    imagePlayer?.subscribe ?? nothing,
    imagePlayer?.snapshot ?? (() => NO_IMAGE),
    () => NO_IMAGE,
  );
  useEffect(() => () => imagePlayer?.pause(), [url]);
  return state.url === url ? state : NO_IMAGE;
}
