import {
  ActionIcon,
  Badge,
  Button,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Input,
  Menu,
  Modal,
  Notification,
  Paper,
  Popover,
  Skeleton,
  Table,
  Tabs,
  Tooltip,
} from '@mantine/core';
import { blend, paletteFrom } from '../lib/palette';

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

/** The colours of text and tint that a light badge, button or alert of one hue uses in each scheme. */
export function tintOf(hue: keyof typeof hues, scheme: 'light' | 'dark'): { text: string; background: string } {
  const palette = hues[hue];
  return {
    text: scheme === 'light' ? palette[8] : palette[3],
    background: blend(palette[5], SURFACE[scheme], TINT_OPACITY[scheme]),
  };
}

/** Mantine's own tints of mid shades are too faint to read as text: every hue gets readable ones. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const variables = {
    light: { '--mantine-color-body': CANVAS.light } as Record<string, string>,
    dark: { '--mantine-color-body': CANVAS.dark } as Record<string, string>,
  };
  for (const hue of Object.keys(hues) as (keyof typeof hues)[]) {
    for (const scheme of ['light', 'dark'] as const) {
      const { text, background } = tintOf(hue, scheme);
      const own = variables[scheme];
      own[`--mantine-color-${hue}-text`] = scheme === 'light' ? hues[hue][7] : hues[hue][4];
      own[`--mantine-color-${hue}-light`] = background;
      own[`--mantine-color-${hue}-light-hover`] = blend(hues[hue][5], SURFACE[scheme], TINT_OPACITY[scheme] + 0.06);
      own[`--mantine-color-${hue}-light-color`] = text;
      own[`--mantine-color-${hue}-outline`] = text;
    }
  }
  Object.assign(variables.light, {
    '--mantine-color-anchor': hues.teal[7],
    '--mantine-color-error': hues.red[6],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-gray-light-color': gray[7],
    '--mantine-color-gray-text': gray[7],
  });
  Object.assign(variables.dark, {
    '--mantine-color-anchor': hues.teal[4],
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

/** Buttons and one-line inputs stand in one line; how high that is depends on the pointer. */
const CONTROL_HEIGHT = 'var(--control-height)';
const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

const dialogStyles = {
  header: { backgroundColor: 'var(--mantine-color-default)' },
  content: { backgroundColor: 'var(--mantine-color-default)' },
  title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' },
};

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 5,
  autoContrast: true,
  luminanceThreshold: 0.18,
  white: '#ffffff',
  black: '#16181d',
  colors: { ...hues, gray, dark },
  fontFamily: FONT,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } }),
    Button: Button.extend({
      defaultProps: { size: 'sm', fw: 500 },
      vars: (_theme, { size }) => ({ root: size === 'sm' ? { '--button-height': CONTROL_HEIGHT } : {} }),
    }),
    Drawer: Drawer.extend({
      defaultProps: {
        position: 'right',
        overlayProps: { backgroundOpacity: 0.55, blur: 3 },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
      styles: dialogStyles,
    }),
    Input: Input.extend({
      defaultProps: { size: 'sm' },
      vars: (_theme, { size }) => ({
        wrapper: size === 'sm' ? { '--input-height': CONTROL_HEIGHT, '--input-fz': 'var(--control-font-size)' } : {},
      }),
    }),
    InputWrapper: Input.Wrapper.extend({ styles: { label: { marginBottom: 4 } } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', position: 'bottom-end' } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'md',
        overlayProps: { backgroundOpacity: 0.55, blur: 3 },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
      styles: dialogStyles,
    }),
    Notification: Notification.extend({ defaultProps: { withBorder: true } }),
    Paper: Paper.extend({ defaultProps: { bg: 'var(--mantine-color-default)' } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md' } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
    Table: Table.extend({
      defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', highlightOnHover: true },
      styles: {
        th: { fontSize: 'var(--mantine-font-size-xs)', fontWeight: 500, color: 'var(--mantine-color-dimmed)' },
      },
    }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } }),
  },
});
