export type Palette = [string, string, string, string, string, string, string, string, string, string];

const TOWARDS_WHITE = [0.9, 0.8, 0.6, 0.4, 0.2];
const TOWARDS_BLACK = [0.15, 0.3, 0.45, 0.6];

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function mix(hex: string, towards: 0 | 255, share: number): string {
  const mixed = channels(hex).map((channel) => Math.round(channel + (towards - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export const isHex = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** Ten shades of one colour given as #rrggbb: five tints, the colour itself at index 5, four darker shades. */
export function paletteFrom(hex: string): Palette {
  return [
    ...TOWARDS_WHITE.map((share) => mix(hex, 255, share)),
    hex.toLowerCase(),
    ...TOWARDS_BLACK.map((share) => mix(hex, 0, share)),
  ] as Palette;
}

/** Result of drawing a colour with an opacity of 0 to 1 on an opaque background. Colours are #rrggbb. */
export function blend(hex: string, background: string, opacity: number): string {
  const below = channels(background);
  const mixed = channels(hex).map((channel, index) =>
    Math.round(channel * opacity + (below[index] ?? 0) * (1 - opacity)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two #rrggbb colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
