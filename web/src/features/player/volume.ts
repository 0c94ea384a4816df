import { store, stored } from '../../api/stored';

const KEY = 'player-volume';

/** The volume that this browser last used, from 0 to 1; 1 at first. */
export function storedVolume(): number {
  const volume = Number(stored(KEY) ?? 1);
  return volume >= 0 && volume <= 1 ? volume : 1;
}

/** Stores nothing if it is 0, so that the next visit is not silent. */
export function storeVolume(volume: number): void {
  if (volume > 0) store(KEY, String(volume));
}

/** Linear gain: the square sounds more even to the ear. */
export const gainOfVolume = (volume: number): number => volume ** 2;

/** In hundredths, so that steps of 0.1 meet 0 and 1. */
export const clampVolume = (volume: number): number => Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100;

/** The volume of this browser, from 0 to 1. */
class Volume {
  private value = storedVolume();
  private readonly listeners = new Set<() => void>();

  readonly get = (): number => this.value;

  /** Calls the listener at once and after each change. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    listener();
    return () => this.listeners.delete(listener);
  };

  set(wanted: number): void {
    this.value = clampVolume(wanted);
    storeVolume(this.value);
    for (const listener of this.listeners) listener();
  }

  readonly toggleMuted = (): void => this.set(this.value > 0 ? 0 : storedVolume());
}

export const volume = new Volume();
