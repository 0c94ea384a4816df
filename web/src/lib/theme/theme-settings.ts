import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { store, stored } from '../../api/stored';
import { isHex, type Palette, paletteFrom } from './palette';

export const radii = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
export const fonts = {
  inter: { label: 'Inter', family: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
  system: { label: 'System', family: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" },
  serif: { label: 'Serif', family: "Georgia, 'Iowan Old Style', 'Times New Roman', serif" },
  mono: { label: 'Monospace', family: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace" },
} as const;
export type FontName = keyof typeof fonts;

/** Appearance settings of one person in one browser. */
export interface ThemeSettings {
  primaryColor: string;
  /** 0 to 9. */
  primaryShade: number;
  borderRadius: (typeof radii)[number];
  fontFamily: FontName;
  /** Ten shades per colour name. */
  customColors: Record<string, Palette>;
}

interface SavedSettings extends Partial<ThemeSettings> {
  colorScheme?: MantineColorScheme;
}

/** Local storage key; `colorSchemeScript` reads it too. */
export const THEME_SETTINGS_KEY = 'lacquer.theme';

export const defaultThemeSettings: ThemeSettings = {
  primaryColor: 'teal',
  primaryShade: 5,
  borderRadius: 'sm',
  fontFamily: 'inter',
  customColors: {},
};

/** Colour names become part of CSS variable names. */
export const isColorName = (name: string): boolean => /^[a-z][a-z0-9-]{0,29}$/i.test(name);

const listeners = new Set<() => void>();

const readStored = () => stored(THEME_SETTINGS_KEY);

function readSaved(): SavedSettings {
  try {
    const value: unknown = JSON.parse(readStored() ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function save(changes: SavedSettings): void {
  store(THEME_SETTINGS_KEY, JSON.stringify({ ...readSaved(), ...changes }));
  for (const listener of listeners) listener();
}

/** Validates saved settings and fills in defaults. */
export function parseThemeSettings({
  primaryColor,
  primaryShade,
  borderRadius,
  fontFamily,
  customColors,
}: SavedSettings): ThemeSettings {
  const own = Object.entries(customColors ?? {}).filter(
    ([name, shades]) => isColorName(name) && Array.isArray(shades) && isHex(shades[5]),
  );
  return {
    primaryColor: typeof primaryColor === 'string' ? primaryColor : defaultThemeSettings.primaryColor,
    primaryShade: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].includes(primaryShade ?? -1)
      ? primaryShade!
      : defaultThemeSettings.primaryShade,
    borderRadius: borderRadius && radii.includes(borderRadius) ? borderRadius : defaultThemeSettings.borderRadius,
    fontFamily: fontFamily && fontFamily in fonts ? fontFamily : defaultThemeSettings.fontFamily,
    customColors: Object.fromEntries(own.map(([name, shades]) => [name, paletteFrom(shades[5])])),
  };
}

let last: { text: string | null; settings: ThemeSettings } = { text: null, settings: defaultThemeSettings };

function current(): ThemeSettings {
  const text = readStored();
  if (text !== last.text)
    last = { text, settings: text === null ? defaultThemeSettings : parseThemeSettings(readSaved()) };
  return last.settings;
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === THEME_SETTINGS_KEY || key === null) && listener();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export const useThemeSettings = (): ThemeSettings =>
  useSyncExternalStore(subscribe, current, () => defaultThemeSettings);

export const changeThemeSettings = (changes: Partial<ThemeSettings>): void => save(changes);

/** Removes the saved settings; the system then decides between dark and light. */
export function resetThemeSettings(): void {
  store(THEME_SETTINGS_KEY, null);
  for (const listener of listeners) listener();
}

/** Saves the colour scheme with the other settings. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const { colorScheme } = readSaved();
    return isMantineColorScheme(colorScheme) ? colorScheme : fallback;
  },
  set: (colorScheme) => save({ colorScheme }),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** Inline script for the page's head that sets the colour scheme before the first paint. */
export const colorSchemeScript = `(function(){var s;try{s=JSON.parse(localStorage.getItem('${THEME_SETTINGS_KEY}')||'{}').colorScheme}catch(e){}if(s!=='dark'&&s!=='light')s=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.setAttribute('data-mantine-color-scheme',s)})()`;
