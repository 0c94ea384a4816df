import {
  type ActionIconProps,
  type BadgeProps,
  type ButtonProps,
  createTheme,
  type CSSVariablesResolver,
  type DrawerProps,
  type InputProps,
  type MantineColorShade,
  type MantineTheme,
  type MenuProps,
  mergeThemeOverrides,
  type ModalProps,
  type NotificationProps,
  type PaperProps,
  type PopoverProps,
  type SkeletonProps,
  type TableProps,
  type TabsProps,
  type TooltipProps,
} from '@mantine/core';
import { blend, contrast, type Palette, paletteFrom } from '../lib/theme/palette';
import { fonts, type ThemeSettings } from '../lib/theme/theme-settings';

export const CANVAS = { dark: '#0b0c0f', light: '#f7f8f9' };
export const SURFACE = { dark: '#111216', light: '#ffffff' };
const TINT_OPACITY = { dark: 0.16, light: 0.12 };

export const hues = {
  teal: paletteFrom('#0FADA8'),
  blue: paletteFrom('#4C8DF6'),
  cyan: paletteFrom('#22B8CF'),
  green: paletteFrom('#2FB36D'),
  yellow: paletteFrom('#F0B429'),
  orange: paletteFrom('#F2803A'),
  purple: paletteFrom('#9D6BF0'),
  red: paletteFrom('#D6383D'),
};

const gray = [
  '#f7f8f9',
  '#eff1f3',
  '#e4e7eb',
  '#d8dce2',
  '#b9bfc9',
  '#6b7280',
  '#5b6270',
  '#434955',
  '#2b2f38',
  '#16181d',
] as const;
const dark = [
  '#e3e5e9',
  '#c4c8d0',
  '#9aa1ad',
  '#7f8793',
  '#23262c',
  '#191b20',
  '#111216',
  '#0b0c0f',
  '#08090b',
  '#050608',
] as const;

type Scheme = 'light' | 'dark';

/** Shades for text, the most colourful first. */
const INKS = { light: [7, 8, 9], dark: [4, 3, 2, 1, 0] } as const;

/** The first text shade, from the given one on, that is readable on all of these backgrounds. */
function inkOf(palette: Palette, scheme: Scheme, from: number, backgrounds: string[]): string {
  const shades = INKS[scheme].slice(from).map((shade) => palette[shade]);
  return (
    shades.find((shade) => backgrounds.every((background) => contrast(shade, background) >= 4.5)) ?? shades.at(-1)!
  );
}

/** Text and background colours of a light badge, button or alert, per scheme. */
export function tintOf(palette: Palette, scheme: Scheme): { text: string; background: string } {
  const background = blend(palette[5], SURFACE[scheme], TINT_OPACITY[scheme]);
  return { text: inkOf(palette, scheme, 1, [background, CANVAS[scheme], SURFACE[scheme]]), background };
}

/** Text colour of a palette on the page. */
const textOf = (palette: Palette, scheme: Scheme): string =>
  inkOf(palette, scheme, 0, [CANVAS[scheme], SURFACE[scheme]]);

/** Replaces Mantine's tints of mid shades, which are too faint to read as text. */
export const cssVariablesOf =
  (settings: ThemeSettings): CSSVariablesResolver =>
  () => {
    const palettes: Record<string, Palette> = { ...settings.customColors, ...hues };
    const primary = palettes[settings.primaryColor] ?? hues.teal;
    const variables = {
      light: { '--mantine-color-body': CANVAS.light } as Record<string, string>,
      dark: { '--mantine-color-body': CANVAS.dark } as Record<string, string>,
    };
    for (const [hue, palette] of Object.entries(palettes)) {
      for (const scheme of ['light', 'dark'] as const) {
        const { text, background } = tintOf(palette, scheme);
        const own = variables[scheme];
        own[`--mantine-color-${hue}-text`] = textOf(palette, scheme);
        own[`--mantine-color-${hue}-light`] = background;
        own[`--mantine-color-${hue}-light-hover`] = blend(palette[5], SURFACE[scheme], TINT_OPACITY[scheme] + 0.06);
        own[`--mantine-color-${hue}-light-color`] = text;
        own[`--mantine-color-${hue}-outline`] = text;
      }
    }
    Object.assign(variables.light, {
      '--mantine-color-anchor': textOf(primary, 'light'),
      '--mantine-color-error': hues.red[6],
      '--mantine-color-dimmed': gray[6],
      '--mantine-color-placeholder': gray[5],
      '--mantine-color-default-border': gray[3],
      '--mantine-color-gray-light-color': gray[7],
      '--mantine-color-gray-text': gray[7],
    });
    Object.assign(variables.dark, {
      '--mantine-color-anchor': textOf(primary, 'dark'),
      '--mantine-color-error': hues.red[3],
      '--mantine-color-dimmed': dark[2],
      '--mantine-color-placeholder': dark[3],
      '--mantine-color-default-border': dark[4],
      '--mantine-color-gray-light': '#1d2026',
      '--mantine-color-gray-light-color': dark[1],
      '--mantine-color-gray-text': dark[1],
    });
    return { variables: {}, ...variables };
  };

/** Buttons and one-line inputs share one height, which depends on the pointer. */
const CONTROL_HEIGHT = 'var(--control-height)';

const dialog = {
  overlayProps: { backgroundOpacity: 0.55, blur: 3 },
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
} satisfies Partial<ModalProps>;

const dialogStyles = {
  header: { backgroundColor: 'var(--mantine-color-default)' },
  content: { backgroundColor: 'var(--mantine-color-default)' },
  title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' },
};

const base = createTheme({
  autoContrast: true,
  luminanceThreshold: 0.18,
  white: '#ffffff',
  black: '#16181d',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects, because `Component.extend` would load all of these components on every page, including public ones.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } satisfies Partial<ActionIconProps> },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } satisfies Partial<BadgeProps> },
    Button: {
      defaultProps: { size: 'sm', fw: 500 } satisfies Partial<ButtonProps>,
      vars: (_theme: MantineTheme, { size }: ButtonProps) => ({
        root: size === 'sm' ? { '--button-height': CONTROL_HEIGHT } : {},
      }),
    },
    Drawer: { defaultProps: { ...dialog, position: 'right' } satisfies Partial<DrawerProps>, styles: dialogStyles },
    Input: {
      defaultProps: { size: 'sm' } satisfies Partial<InputProps>,
      vars: (_theme: MantineTheme, { size }: InputProps) => ({
        wrapper: size === 'sm' ? { '--input-height': CONTROL_HEIGHT, '--input-fz': 'var(--control-font-size)' } : {},
      }),
    },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } satisfies Partial<MenuProps> },
    Modal: {
      defaultProps: { ...dialog, centered: true, radius: 'md' } satisfies Partial<ModalProps>,
      styles: dialogStyles,
    },
    Notification: { defaultProps: { withBorder: true } satisfies Partial<NotificationProps> },
    Paper: { defaultProps: { bg: 'var(--mantine-color-default)' } satisfies Partial<PaperProps> },
    Popover: { defaultProps: { shadow: 'md' } satisfies Partial<PopoverProps> },
    Skeleton: { defaultProps: { radius: 'sm' } satisfies Partial<SkeletonProps> },
    Table: {
      defaultProps: {
        verticalSpacing: 6,
        horizontalSpacing: 'sm',
        highlightOnHover: true,
      } satisfies Partial<TableProps>,
      styles: {
        th: { fontSize: 'var(--mantine-font-size-xs)', fontWeight: 500, color: 'var(--mantine-color-dimmed)' },
      },
    },
    Tabs: { defaultProps: { keepMounted: false } satisfies Partial<TabsProps> },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
  },
});

/** Builds the Mantine theme from a person's settings. */
export function themeOf({ primaryColor, primaryShade, borderRadius, fontFamily, customColors }: ThemeSettings) {
  const colors = { ...customColors, ...hues, gray, dark };
  const { family } = fonts[fontFamily];
  return mergeThemeOverrides(base, {
    colors,
    primaryColor: primaryColor in colors ? primaryColor : 'teal',
    primaryShade: primaryShade as MantineColorShade,
    defaultRadius: borderRadius,
    fontFamily: family,
    headings: { fontFamily: family },
  });
}
