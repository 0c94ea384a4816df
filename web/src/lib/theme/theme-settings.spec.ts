import { describe, expect, it } from '@jest/globals';
import { defaultThemeSettings, parseThemeSettings } from './theme-settings';

describe('parseThemeSettings', () => {
  it('fills in defaults', () => {
    expect(parseThemeSettings({})).toEqual(defaultThemeSettings);
    expect(parseThemeSettings({ colorScheme: 'dark' })).toEqual(defaultThemeSettings);
    expect(parseThemeSettings({ primaryColor: 'purple' })).toEqual({ ...defaultThemeSettings, primaryColor: 'purple' });
  });

  it('keeps a valid radius and replaces an unknown one', () => {
    expect(parseThemeSettings({ borderRadius: 'xl' }).borderRadius).toBe('xl');
    expect(parseThemeSettings({ borderRadius: 'round' as 'xl' }).borderRadius).toBe('sm');
  });

  it('accepts a custom colour in capitals', () => {
    const shades = ['', '', '', '', '', '#0FADA8'] as unknown as (typeof defaultThemeSettings.customColors)[string];
    expect(parseThemeSettings({ customColors: { brand: shades } }).customColors.brand?.[5]).toBe('#0fada8');
  });
});
