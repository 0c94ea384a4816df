import { useSyncExternalStore } from 'react';
import { isHex, paletteFrom } from './palette';
import type { ThemeSettings } from './theme-settings';

const BRAND = 'studio-brand';
const listeners = new Set<() => void>();
let color: string | null = null;

/** Sets the brand colour of the studio while one of its clients is signed in; null restores the default. */
export function setBrandColor(next: string | null): void {
  color = isHex(next) ? next : null;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useBrandColor = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => color,
    () => null,
  );

export const withBrand = (look: ThemeSettings, brand: string): ThemeSettings => ({
  ...look,
  primaryColor: BRAND,
  customColors: { ...look.customColors, [BRAND]: paletteFrom(brand) },
});
